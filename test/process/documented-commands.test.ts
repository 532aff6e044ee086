import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { fillDataDirectory } from '../support/database.ts';
import { documentedCommands, runDocumentedCommands, runRequest } from '../support/documented-commands.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'inlay-documented-'));
});
afterAll(() => rm(temporary, { recursive: true, force: true }));

it('the commands of the documents work on the example shop as they are written', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  // Not the copy, which has an agent more.
  const shop = join(root, 'examples/shop');
  await using service = await ServiceProcess.start({ path: shop, dataDir: folder.dataDir }, {});
  for (const name of [
    'README',
    'docs/guides/first-workspace',
    'docs/guides/row-security',
    'docs/guides/operations',
  ])
    await runDocumentedCommands(`${name}.md`, service.url);
  const [embedded = ''] = await documentedCommands('docs/guides/embedding.md', 'SESSION=$(curl');
  // Of the follow-up, which has not said what is wanted by month.
  expect(finalAnswer(await runRequest(embedded, service.url))).toMatch(/^Revenue /);
  expect(await service.terminate()).toBe(0);
});

it('the guide and the command itself say how to ask a workspace that was generated over files', async () => {
  const guide = 'docs/guides/first-workspace.md';
  const [generate = ''] = await documentedCommands(guide, 'inlay generate');
  const asked = (await documentedCommands(guide, 'curl')).filter((block) => block.includes('/public/main/'));
  expect(asked).toHaveLength(1);
  await writeFile(join(temporary, 'customers.csv'), 'customer_id,region\n1,EU\n2,US\n');
  await writeFile(
    join(temporary, 'employees.csv'),
    'employee_id,full_name,status,supervisor_id\n51,Ada,A,\n52,Ben,A,51\n53,Cyd,L,51\n54,Dee,X,51\n',
  );
  await writeFile(
    join(temporary, 'orders.csv'),
    `order_id,customer_id,ordered_on,due_on,delivered_on,status,cancelled_on,amount_usd
1,1,2026-01-05,2026-01-08,2026-01-09,completed,,10
2,1,2026-01-07,2026-01-10,,cancelled,2026-02-03,20
3,2,2026-02-01,2026-02-05,2026-02-03,completed,,5
`,
  );
  const bin = join(temporary, 'bin');
  await mkdir(bin);
  await symlink(join(root, 'src/cli/inlay.mjs'), join(bin, 'inlay'));
  const PATH = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
  const script = generate
    .replace(/^inlay start .*$/m, '')
    .replace(' customers.csv ', ' customers.csv employees.csv ');
  const { stdout: printed } = await run('sh', ['-ec', script], { cwd: temporary, env: { PATH } });
  expect(printed).toMatch(/: 0 mistakes, 0 warnings\n$/);

  await addDocumentedModel(guide, join(temporary, 'sales/model'));
  const checked = await run('inlay', ['check', 'sales'], { cwd: temporary, env: { PATH } });
  expect(checked.stdout).toMatch(/: 0 mistakes, 0 warnings\n$/);

  const dataDir = join(temporary, 'state');
  await fillDataDirectory(dataDir);
  await using service = await ServiceProcess.start({ path: join(temporary, 'sales'), dataDir }, {});
  expect(await runRequest(asked.join(''), service.url)).toContain('"content":"3 orders."');
  const ask = async (question: string) =>
    finalAnswer(
      await runRequest(asked.join('').replace('How many orders are there?', question), service.url),
    );
  expect(await ask('Takings by region')).toMatch(/^Completed revenue comes to \$15 in total\. EU has \$10/);
  expect(await ask('Employees by status')).toMatch(/active/i);
  expect(await ask('Employees by supervisor')).toMatch(/Ada/);
  expect(await ask('How many employees do we have right now?')).toMatch(/^3 current employees\./);
  expect(await ask('How many employees are supervised by Ada?')).toMatch(/^3 employees\b/);
  expect(await ask('Delivered orders in February 2026')).toMatch(
    /^1 delivered order in February 2026\..*Dated by Delivered on\.$/,
  );
  expect(await ask('How many cancelled orders in February 2026?')).toMatch(
    /^1 cancelled order in February 2026\./,
  );
  expect(await ask('Average delivery time')).toMatch(/^Average days from ordered on to delivered on is 3\b/i);
  expect(await ask('How many orders were delivered late?')).toMatch(/^1 order\b/);
  expect(await ask('How many orders were delivered in January 2026?')).toMatch(
    /^1 (?:delivered )?order .*Dated by Delivered on\.$/,
  );
  const listed = await runRequest(
    asked.join('').replace('How many orders are there?', 'List the orders'),
    service.url,
  );
  expect(listed).toContain('SELECT order_id, ordered_on, due_on, delivered_on, status FROM orders');
  const [command = ''] = /^ {2}curl (?:.*\n)*? {4}-d .*$/m.exec(printed) ?? [];
  // Another user, since emma is a member by now.
  expect(await runRequest(command.replace('emma', 'noa'), service.url)).toContain(
    'You can ask about Customers, Employees, Supervisors and Orders.',
  );
  expect(await service.terminate()).toBe(0);
});

function finalAnswer(lines: string): string | undefined {
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return events.find(({ graphPath }) => graphPath?.[0] === 'final')?.content;
}

/** Puts the members, joins and further cubes of a guide where it says. */
async function addDocumentedModel(guide: string, folder: string): Promise<void> {
  const text = await readFile(join(root, guide), 'utf8');
  const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)```$/gm)].map(([, yaml = '']) => parse(yaml).cubes);
  expect(blocks.map(([{ name }]) => name)).toEqual(['orders', 'employees']);
  for (const [{ name, measures = [], joins = [], dimensions = [], segments = [] }, ...others] of blocks) {
    const path = join(folder, `${name}.yml`);
    const model = parse(await readFile(path, 'utf8'));
    const [cube] = model.cubes;
    cube.measures.push(...measures);
    cube.joins = [...(cube.joins ?? []), ...joins];
    cube.segments = [...(cube.segments ?? []), ...segments];
    cube.dimensions = cube.dimensions.map(
      (there: { name: string }) =>
        dimensions.find((its: { name: string }) => its.name === there.name) ?? there,
    );
    model.cubes.push(...others);
    await writeFile(path, stringify(model));
  }
}

it('a checkout has the command as npx inlay, as the documents say', async () => {
  for (const document of ['README.md', 'docs/guides/first-workspace.md'])
    expect(await readFile(join(root, document), 'utf8')).toContain('`npx inlay`');
  const env = { ...process.env, npm_config_offline: 'true', npm_config_cache: join(temporary, 'npm') };
  const { stdout } = await run('npx', ['inlay', '--version'], { cwd: root, env });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await readFile(join(root, 'docs/guides/first-workspace.md'), 'utf8')).toContain(
    '`npx --prefix CHECKOUT inlay`',
  );
  await run('npx', ['--prefix', root, 'inlay', 'init', 'elsewhere'], { cwd: temporary, env });
  expect(await readdir(join(temporary, 'elsewhere'))).toContain('inlay.yml');
});
