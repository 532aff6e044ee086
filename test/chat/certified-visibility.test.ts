import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAskedModel } from '../support/asked-model.ts';
import { fillDataDirectory } from '../support/database.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

it('sends a model the certified queries that its user may see', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  const file = join(folder.path, 'inlay.yml');
  const certified = [
    { question: 'Who are our customers?', sql: 'SELECT email FROM customer_insights' },
    { question: 'How many customers?', sql: 'SELECT count(DISTINCT customer_id) FROM customer_insights' },
  ];
  const text = await readFile(file, 'utf8');
  const agent = 'model: "openai-compatible:test"';
  expect(text).toContain(agent);
  await writeFile(file, text.replace(agent, `${agent}, certifiedQueries: ${JSON.stringify(certified)}`));
  await using model = await openAskedModel();
  await using service = await ServiceProcess.start(folder, { ...model.environment });
  async function promptOf(question: string, groups: readonly string[]): Promise<string> {
    const stream = await service.chat({
      input: question,
      sessionSettings: { externalId: question.toLowerCase(), groups },
    });
    const call = await model.call(question);
    call.say('Well.');
    call.end();
    await stream.rest();
    return JSON.stringify(call.messages);
  }
  const [ofManager, ofOthers] = [await promptOf('manager', ['managers']), await promptOf('others', [])];
  expect(ofManager).toContain('Who are our customers?');
  expect(ofManager).toContain('How many customers?');
  expect(ofOthers).not.toContain('Who are our customers?');
  expect(ofOthers).not.toContain('SELECT email');
  expect(ofOthers).toContain('How many customers?');
  expect(service.faults).toEqual([]);
}, 60_000);
