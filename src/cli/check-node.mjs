import { readFileSync } from 'node:fs';

/**
 * Ends a start on a Node.js that cannot run the service, in one line. Plain JavaScript of old, since that Node.js could
 * not even read the rest.
 */
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const needed = Number(/\d+/.exec(engines.node)[0]);
const found = process.versions.node;
if (Number(found.split('.')[0]) < needed) {
  process.stderr.write(
    `Inlay needs Node.js ${needed} or newer, and this is ${found} (${process.execPath}): install one from https://nodejs.org, or, in a checkout, run "npm ci", which brings one.\n`,
  );
  process.exit(1);
}
