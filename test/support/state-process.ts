/**
 * Opens the state in the data directory given, says `open`, then keeps inserting accounts and says the name of each
 * once it is acknowledged, until it is killed. Says `refused: <message>` when the directory is taken.
 */
import { openDatabase } from '../../src/db/database.ts';
import { StateError } from '../../src/db/state-error.ts';

const [, , dataDir = '', prefix = ''] = process.argv;
try {
  const database = await openDatabase({ dataDir });
  say('open');
  for (let index = 0; ; index++) {
    const name = `${prefix}${index}`;
    await database.prisma.account.create({ data: { name, plan: 'premium', cloudRegion: 'local' } });
    say(name);
  }
} catch (error) {
  if (!(error instanceof StateError)) throw error;
  say(`refused: ${error.message}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
