import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from './workspace-folder.ts';

const starter = join(import.meta.dirname, '../../examples/starter');
const schemas = join(import.meta.dirname, '../../schemas');

/**
 * Writes the example workspace into a folder that does not exist or is empty.
 * @returns what to do next
 * @throws CommandError
 */
export async function initWorkspace(dir: string): Promise<string> {
  await prepareFolder(dir);
  await cp(starter, dir, { recursive: true });
  return `${dir} is a workspace: inlay.yml, model/, dashboards/ and data/.

  inlay start ${dir}

starts it on http://127.0.0.1:4000 and says where the admin key is. Then ask, as a user of the EU:

  curl -N http://127.0.0.1:4000/api/v1/public/acme/agents/1/chat/stream-chat-state \\
    -H "Authorization: Api-Key $ADMIN_API_KEY" -H 'Content-Type: application/json' \\
    -d '{"input": "Revenue by category", "sessionSettings": {"externalId": "emma",
         "userAttributes": [{"name": "region", "value": ["EU"]}]}}'

Users without a region see no rows: model/cubes.yml says so.
`;
}

/** Makes a folder with the JSON Schemas that editors read, named by the first line of each file of a workspace. @throws CommandError if something is there */
export async function prepareFolder(dir: string): Promise<void> {
  const present = await readdir(dir).catch(() => []);
  if (present.length > 0) throw new CommandError(`${resolve(dir)} is not empty. Name a new folder.`);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, '.gitignore'), '.inlay/\n');
  await cp(schemas, join(dir, '.schemas'), { recursive: true });
}
