import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { runDocumentedCommands } from '../support/documented-commands.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

it('the commands of the documents work on the example shop as they are written', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  // Not the copy, which has an agent more.
  const shop = join(import.meta.dirname, '../../examples/shop');
  await using service = await ServiceProcess.start({ path: shop, dataDir: folder.dataDir }, {});
  for (const name of [
    'README',
    'docs/guides/first-workspace',
    'docs/guides/row-security',
    'docs/guides/operations',
  ])
    await runDocumentedCommands(`${name}.md`, service.url);
  expect(await service.terminate()).toBe(0);
});
