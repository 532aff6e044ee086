import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWorkspace } from '../../src/cli/check.ts';
import { fillDataDirectory } from '../support/database.ts';
import { type Change, clubsPolicy, createGymWorkspace, startOver } from '../support/gym-workspace.ts';

const model = 'model/gym.yml';

/** One state for all, one after the other. */
let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-mistakes-'));
  dataDir = join(folder, 'state');
  await fillDataDirectory(dataDir);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function refusalsOf(...changes: Change[]): Promise<readonly string[]> {
  await using workspace = await createGymWorkspace(changes);
  await using start = await startOver(workspace, dataDir);
  return start.refusals;
}

it('a sound workspace starts, and nothing is said of it', async () => {
  await using workspace = await createGymWorkspace();
  await using start = await startOver(workspace, dataDir);
  expect(start.refusals).toEqual([]);
  // Whether the pages are built depends on the checkout.
  expect(start.warnings.filter((line) => !/pages/.test(line))).toEqual([]);
});

/** Of whole lists, which a test puts something before. */
const deployment = '        model: model\n';
const agents = '    agents:\n';
const source = '{ type: duckdb, tables: { visits: visits.csv, clubs: clubs.csv } }';
const everyRow = '    access_policy:\n      - group: "*"\n        row_level: { allow_all: true }\n';
const written = 'k'.repeat(32);
const inDeployment = (line: string): Change => ['inlay.yml', deployment, `        ${line}\n${deployment}`];
const inAccount = (line: string): Change => ['inlay.yml', agents, `    ${line}\n${agents}`];

type Case = readonly [mistake: string, change: Change | readonly Change[], said: string | RegExp];

/** Mistakes in inlay.yml, in its dashboards and in the form of its model. */
const ofWorkspace: readonly Case[] = [
  [
    'wrong indentation',
    ['inlay.yml', '    groups:', '   groups:'],
    /^inlay\.yml:3 Not valid YAML: .*Compare the indentation of this line with the one above/,
  ],
  [
    'a tab',
    ['inlay.yml', '    groups:', '\tgroups:'],
    /^inlay\.yml:3 Not valid YAML: Tabs are not allowed as indentation\. .* use spaces only/,
  ],
  [
    'a tab in the model',
    [model, '    sql_table: visits', '\tsql_table: visits'],
    /^model\/gym\.yml:3 Not valid YAML: Tabs are not allowed as indentation\. .* use spaces only/,
  ],
  [
    'a property twice',
    ['inlay.yml', '    groups:', '    name: other\n    groups:'],
    'inlay.yml:3 Not valid YAML: Map keys must be unique. Remove one, or merge the two.',
  ],
  [
    'a variable that is not set',
    ['inlay.yml', 'name: Gym', `name: "${'$'}{GYM_NAME}"`],
    `inlay.yml:7 accounts.acme.deployments.1.name: The environment has no GYM_NAME. Set it, or write ${'$$'}{GYM_NAME} for the text itself.`,
  ],
  [
    'text for a number',
    ['inlay.yml', 'deploymentId: 1', 'deploymentId: "1"'],
    'inlay.yml:14 accounts.acme.agents.1.deploymentId: Expected a whole number.',
  ],
  [
    'a property that is missing',
    ['inlay.yml', '        deploymentId: 1\n', ''],
    'inlay.yml:12 accounts.acme.agents.1.deploymentId: It is missing. Expected a whole number.',
  ],
  [
    'an unknown property',
    inAccount('embedOrigin: ["https://app.acme.test"]'),
    'inlay.yml:11 accounts.acme.embedOrigin: Unknown property. Did you mean "embedOrigins"?',
  ],
  [
    'a file that does not exist',
    ['inlay.yml', 'visits: visits.csv', 'visits: visit.csv'],
    'inlay.yml:10 accounts.acme.deployments.1.dataSource.tables.visits: No file matches visit.csv. Paths are relative to the folder of the workspace.',
  ],
  [
    'a glob without a match',
    ['inlay.yml', 'visits: visits.csv', 'visits: visits/*.parquet'],
    /^inlay\.yml:10 .*\.tables\.visits: No file matches visits\/\*\.parquet\. Paths are relative/,
  ],
  [
    'a file elsewhere',
    ['inlay.yml', 'visits: visits.csv', 'visits: /data/visits.csv'],
    /^inlay\.yml:10 .*\.tables\.visits: \/data\/visits\.csv is outside the workspace\. Use a path inside/,
  ],
  [
    'a file of another format',
    ['inlay.yml', 'visits: visits.csv', 'visits: visits.xlsx'],
    /^inlay\.yml:10 .*\.tables\.visits: visits\.xlsx is not one of \.csv, \.tsv,/,
  ],
  [
    'an option that its reader does not have',
    ['inlay.yml', 'visits: visits.csv', 'visits: { file: visits.csv, options: { delimeter: ";" } }'],
    /^inlay\.yml:10 .*\.tables\.visits: Binder Error: Invalid named parameter "delimeter" for function read_csv\. It has .* delim, /,
  ],
  [
    'a data source of an unknown type',
    ['inlay.yml', 'type: duckdb', 'type: duck'],
    /^inlay\.yml:10 .*\.dataSource\.type: Expected duckdb, postgres or clickhouse\./,
  ],
  [
    'a database that is no address',
    ['inlay.yml', source, '{ type: postgres, url: localhost/gym }'],
    /^inlay\.yml:10 .*\.dataSource\.url: Expected postgres:\/\/user:password@host:port\/database\./,
  ],
  [
    'a refresh query that the data source refuses',
    ['inlay.yml', 'clubs: clubs.csv } }', 'clubs: clubs.csv }, cache: { sql: SELECT max(id) FROM visit } }'],
    /^inlay\.yml:10 .*\.cache\.sql: The query cannot be run: .*visit/,
  ],
  [
    'a folder of the model that does not exist',
    ['inlay.yml', deployment, '        model: models\n'],
    'inlay.yml:8 accounts.acme.deployments.1.model: There is no folder models. Did you mean "model"?',
  ],
  [
    'a folder of dashboards that does not exist',
    ['inlay.yml', 'dashboards: dashboards', 'dashboards: dashboard'],
    'inlay.yml:9 accounts.acme.deployments.1.dashboards: There is no folder dashboard. Did you mean "dashboards"?',
  ],
  [
    'a folder of a branch that does not exist',
    inDeployment('branches: { next: branches/next }'),
    'inlay.yml:8 accounts.acme.deployments.1.branches.next: There is no folder branches/next. Paths are relative to inlay.yml.',
  ],
  [
    'a branch for users that does not exist',
    inDeployment('userBranches: [next]'),
    'inlay.yml:8 accounts.acme.deployments.1.userBranches[0]: There is no branch "next". None is defined: declare it first.',
  ],
  [
    'an unknown time zone',
    inDeployment('timezone: CEST'),
    'inlay.yml:8 accounts.acme.deployments.1.timezone: Expected an IANA time zone, such as Europe/Berlin.',
  ],
  [
    'a limit out of range',
    inDeployment('limits: { timeoutSeconds: 0 }'),
    'inlay.yml:8 accounts.acme.deployments.1.limits.timeoutSeconds: Expected 1 or more.',
  ],
  [
    'a limit of an agent out of range',
    ['inlay.yml', '        model: planner\n', '        model: planner\n        limits: { steps: 500 }\n'],
    'inlay.yml:16 accounts.acme.agents.1.limits.steps: Expected 100 at most.',
  ],
  [
    'an origin with a path',
    inAccount('embedOrigins: ["https://app.acme.test/reports"]'),
    /^inlay\.yml:11 .*\.embedOrigins\[0\]: Expected an origin such as https:\/\/app\.example\.com: no path/,
  ],
  [
    'a key that is too short',
    inAccount('apiKeys: [{ name: backend, key: hunter2, role: chat }]'),
    'inlay.yml:11 accounts.acme.apiKeys.backend.key: Expected 24 to 200 printable characters without spaces.',
  ],
  [
    'a key without a role',
    inAccount(`apiKeys: [{ name: backend, key: ${written} }]`),
    'inlay.yml:11 accounts.acme.apiKeys.backend.role: It is missing. Expected admin or chat.',
  ],
  [
    'retention that is no number of days',
    inAccount('retention: { threads: 1 year }'),
    'inlay.yml:11 accounts.acme.retention.threads: Expected a number of days such as 365d, 1d or more.',
  ],
  [
    'a user in an unknown group',
    inAccount('users: [{ username: ada@acme.test, groups: [admin] }]'),
    'inlay.yml:11 accounts.acme.users.ada@acme.test.groups[0]: There is no group "admin". Did you mean "admins"?',
  ],
  [
    'an attribute of an unknown type',
    ['inlay.yml', 'name: country, type: string', 'name: country, type: text'],
    'inlay.yml:4 accounts.acme.userAttributes.country.type: Expected string, number, string_array or number_array.',
  ],
  [
    'two agents with one id',
    ['inlay.yml', agents, `${agents}      - { id: 1, name: Other, deploymentId: 1 }\n`],
    'inlay.yml:13 accounts.acme.agents.1.id: id 1 is used more than once: each needs its own.',
  ],
  [
    'an agent of an unknown deployment',
    ['inlay.yml', 'deploymentId: 1', 'deploymentId: 2'],
    'inlay.yml:14 accounts.acme.agents.1.deploymentId: There is no deployment 2. Use 1.',
  ],
  [
    'an agent with an unknown model',
    ['inlay.yml', '        model: planner\n', '        model: gpt-4o\n'],
    'inlay.yml:15 accounts.acme.agents.1.model: There is no model "gpt-4o". Use planner.',
  ],
  [
    'a certified query without the aggregate of its measure',
    ['inlay.yml', 'SELECT MEASURE(count) FROM gym', 'SELECT count FROM gym'],
    /^inlay\.yml:17 .*\.certifiedQueries\[0\]\.sql: The measure "count" has to be aggregated .* Write MEASURE\(count\)\./,
  ],
  [
    'a tile about an unknown member',
    ['dashboards/gym.yml', 'MEASURE(count)', 'MEASURE(cuont)'],
    'dashboards/gym.yml:3 tiles.visits.sql: Unknown column "cuont" of gym (line 1, column 16). Did you mean "count"?',
  ],
  [
    'a tile about an unknown view',
    ['dashboards/gym.yml', 'FROM gym', 'FROM gmy'],
    'dashboards/gym.yml:3 tiles.visits.sql: Unknown relation "gmy" (line 1, column 38). Did you mean "gym"?',
  ],
  [
    'a tile of an unknown kind',
    ['dashboards/gym.yml', 'kind: figure', 'kind: pie'],
    'dashboards/gym.yml:3 tiles.visits.kind: Expected chart, figure or table.',
  ],
  [
    'two dimensions with one name',
    [model, '- { name: minutes,', '- { name: member,'],
    `${model}:9 cubes.visits.dimensions.member: "member" is already a dimension of this cube (${model}:8). Rename one of them.`,
  ],
  [
    'a view with an unknown member',
    [model, 'includes: [country]', 'includes: [contry]'],
    `${model}:39 views.gym.cubes[1].includes[0]: "clubs" has no member "contry". Did you mean "country"?`,
  ],
  [
    'a view against the direction of its join',
    [model, 'join_path: visits.clubs', 'join_path: clubs.visits'],
    /^model\/gym\.yml:39 views\.gym\.cubes\[1\]\.join_path: .*declare the join on "clubs" too\./,
  ],
  [
    'a policy about an unknown member',
    [model, 'member: country', 'member: contry'],
    /^model\/gym\.yml:32 .*filters\[0\]\.member: "clubs" has no dimension "contry"\. Did you mean "country"\?/,
  ],
  [
    'a reference of a policy without quotes',
    [model, '["{ userAttributes.country }"]', '[{ userAttributes.country }]'],
    /^model\/gym\.yml:34 .*values\[0\]: put the reference in quotes: "\{ userAttributes\.x \}"\./,
  ],
];

/** What is legal, but seldom meant. */
const legal: readonly Case[] = [
  [
    'a plan without embedding',
    ['inlay.yml', '- name: acme\n', '- name: acme\n    plan: enterprize\n'],
    'inlay.yml:3 accounts.acme.plan: The plan "enterprize" has no embedding and no chat: premium and enterprise have. Did you mean "enterprise"?',
  ],
  [
    'a key in the file',
    inAccount(`apiKeys: [{ name: backend, key: ${written}, role: chat }]`),
    'inlay.yml:11 accounts.acme.apiKeys.backend.key: The key is written in the file. Read it from the environment instead.',
  ],
  [
    'a model without any access policy',
    [
      [model, `${everyRow}  - name`, '  - name'],
      [model, clubsPolicy, ''],
    ],
    /^inlay\.yml:8 accounts\.acme\.deployments\.1\.model: No cube or view of this model has .* Add access_policy/,
  ],
  [
    'an unknown group',
    [model, 'group: admins', 'group: auditors'],
    /^model\/gym\.yml:25 .*\.group: .* has no group "auditors"\. .* declared in groups of inlay\.yml or created/,
  ],
  [
    'a primary key that is not unique',
    ['visits.csv', '\n3,2', '\n2,2'],
    /^model\/gym\.yml:7 cubes\.visits\.dimensions\.id\.primary_key: Rows of "visits" share their primary key .* Mark what/,
  ],
  [
    'a file that its reader cannot read',
    ['inlay.yml', 'visits: visits.csv', 'visits: { file: visits.csv, options: { header: maybe } }'],
    /^inlay\.yml:10 .*\.tables\.visits: This table cannot be read: Invalid Input Error: .*\. Correct the file, or its options: until then/,
  ],
  [
    'pre-aggregations',
    [model, '    sql_table: clubs', '    sql_table: clubs\n    pre_aggregations: [{ name: main }]'],
    /^model\/gym\.yml:21 .*: pre_aggregations is known to Cube but not used by Inlay: it has no effect\./,
  ],
];

/** Mistakes that show where the model meets its data, its policies and its queries. */
const ofBinding: readonly Case[] = [
  [
    'an unknown column',
    [model, '{CUBE}.paid', '{CUBE}.payed'],
    `${model}:13 cubes.visits.measures.paid.sql: The source of "visits" has no column "payed". It has id, club_id, member, minutes, paid, visited_on.`,
  ],
  [
    'an unknown column of a dimension, a bare name',
    [model, 'sql: country', 'sql: contry'],
    `${model}:23 cubes.clubs.dimensions.country.sql: The source of "clubs" has no column "contry". Did you mean "country"?`,
  ],
  [
    'an unknown column of a segment',
    [model, '{CUBE}.minutes > 60', '{CUBE}.minuts > 60'],
    `${model}:15 cubes.visits.segments.long.sql: The source of "visits" has no column "minuts". Did you mean "minutes"?`,
  ],
  [
    'an unknown column of a join',
    [model, '{CUBE}.club_id', '{CUBE}.clubid'],
    `${model}:5 cubes.visits.joins.clubs.sql: The source of "visits" has no column "clubid". Did you mean "club_id"?`,
  ],
  [
    'an unknown table',
    [model, 'sql_table: visits', 'sql_table: visit'],
    `${model}:2 cubes.visits.sql_table: The data source has no table "visit". Did you mean "visits"?`,
  ],
  [
    'an unknown table in the SQL of a cube',
    [model, 'sql_table: clubs', 'sql: SELECT * FROM club'],
    /^model\/gym\.yml:19 cubes\.clubs\.sql: The data source refuses this SQL: .*club/,
  ],
  [
    'SQL that does not parse',
    [model, '{CUBE}.paid', '{CUBE}.paid +'],
    /^model\/gym\.yml:13 cubes\.visits\.measures\.paid\.sql: The data source refuses this SQL: Parser Error/,
  ],
  [
    'an aggregate that does not fit its column',
    [model, '{CUBE}.paid', '{CUBE}.member'],
    /^model\/gym\.yml:13 cubes\.visits\.measures\.paid\.sql: The data source refuses this SQL: Binder Error/,
  ],
  [
    'a number over text',
    [model, '{CUBE}.member", type: string', '{CUBE}.member", type: number'],
    /^model\/gym\.yml:8 cubes\.visits\.dimensions\.member\.type: The model says number; in the data source it is String\. Convert it/,
  ],
  [
    'a time over a number',
    [model, '{CUBE}.visited_on', '{CUBE}.minutes'],
    /^model\/gym\.yml:10 cubes\.visits\.dimensions\.visited_on\.type: The model says time; in the data source it is Int64\./,
  ],
  [
    'a policy about an unknown attribute, in a filter',
    [model, '["{ userAttributes.country }"]', '["{ userAttributes.contry }"]'],
    `${model}:34 cubes.clubs.access_policy[1].row_level.filters[0].values[0]: The account acme has no user attribute "contry". Did you mean "country"? Otherwise, declare it in userAttributes of inlay.yml.`,
  ],
  [
    'a policy about an unknown attribute, in a condition',
    [model, `"{ userAttributes.country } != 'none'"`, `"{ userAttributes.contry } != 'none'"`],
    /^model\/gym\.yml:29 cubes\.clubs\.access_policy\[1\]\.conditions\[0\]\.if: .* "contry"\. Did you mean "country"\?/,
  ],
  [
    'a policy about an unknown group that is nearly a known one',
    [model, 'group: admins', 'group: admin'],
    /^model\/gym\.yml:25 cubes\.clubs\.access_policy\[0\]\.group: The account acme has no group "admin"\. Did you mean "admins"\?/,
  ],
  [
    'an agent with an unknown view',
    ['inlay.yml', 'accessibleViews: [gym]', 'accessibleViews: [gymm]'],
    'inlay.yml:16 accounts.acme.agents.1.accessibleViews[0]: The model has no cube or view "gymm". Did you mean "gym"?',
  ],
  [
    'a certified query about an unknown member',
    ['inlay.yml', 'SELECT MEASURE(count) FROM gym', 'SELECT MEASURE(counts) FROM gym'],
    /^inlay\.yml:17 accounts\.acme\.agents\.1\.certifiedQueries\[0\]\.sql: .*counts.*Did you mean "count"\?/,
  ],
  [
    'a certified query beyond the views of its agent',
    ['inlay.yml', 'SELECT MEASURE(count) FROM gym', 'SELECT MEASURE(count) FROM visits'],
    /^inlay\.yml:17 accounts\.acme\.agents\.1\.certifiedQueries\[0\]\.sql: .*"visits".* The agent may use gym: .* extend accessibleViews\.$/,
  ],
  [
    'a certified query that the data source refuses',
    ['inlay.yml', 'SELECT MEASURE(count) FROM gym', 'SELECT SUM(member) FROM gym'],
    /^inlay\.yml:17 accounts\.acme\.agents\.1\.certifiedQueries\[0\]\.sql: /,
  ],
  [
    'a tile that the data source refuses',
    [
      'dashboards/gym.yml',
      'SELECT MEASURE(count) AS',
      'SELECT CAST(MIN(country) AS date) - CAST(true AS boolean) AS',
    ],
    /^dashboards\/gym\.yml:3 tiles\.visits\.sql: The data source refuses this SQL: /,
  ],
];

/** What `inlay check` says, which opens the workspace as a start does. */
async function check(change: Case[1]) {
  const changes = typeof change[0] === 'string' ? [change as Change] : (change as readonly Change[]);
  await using workspace = await createGymWorkspace(changes);
  return await checkWorkspace(workspace.path, {});
}

const said = (message: Case[2]) => (typeof message === 'string' ? message : expect.stringMatching(message));

describe('a mistake in a workspace is refused with its file, its line and what to do', () => {
  it.each([...ofWorkspace, ...ofBinding])(
    'a mistake in a workspace is refused with its file, its line and what to do: %s',
    async (_, change, message) => {
      expect((await check(change)).mistakes).toEqual([said(message)]);
    },
  );
});

describe('what is legal but seldom meant is warned of by file and line', () => {
  it.each(legal)(
    'what is legal but seldom meant is warned of by file and line: %s',
    async (_, change, message) => {
      expect(await check(change)).toMatchObject({ mistakes: [], warnings: [said(message)] });
    },
  );
});

describe('a service whose workspace has a mistake does not start, and says where', () => {
  it('all of a kind at once, and none that only follows from another', async () => {
    const refusals = await refusalsOf(
      [model, '{CUBE}.paid', '{CUBE}.payed'],
      [model, 'sql: country', 'sql: contry'],
      [model, '{CUBE}.member', '{clubs.country}'],
      [model, 'group: admins', 'group: admin'],
    );
    expect(refusals.map((line) => line.replace(/: .*/, ''))).toEqual([
      `${model}:13 cubes.visits.measures.paid.sql`,
      `${model}:23 cubes.clubs.dimensions.country.sql`,
      `${model}:25 cubes.clubs.access_policy[0].group`,
    ]);
  });
});

it('what may be meant is warned of, by file and line', async () => {
  await using workspace = await createGymWorkspace([
    [model, 'group: admins', 'group: auditors'],
    [model, '["{ userAttributes.country }"]', '["{ userAttributes.territory }"]'],
    [model, 'type: sum }', 'type: sum, multi_stage: true }'],
    ['visits.csv', '\n3,2', '\n2,2'],
    ['inlay.yml', '        model: planner\n', '        model: "opnai:gpt-4o"\n'],
    [
      'inlay.yml',
      '    agents:\n',
      '    agents:\n      - { id: 2, name: Remote, deploymentId: 1, model: "openai:gpt-4o" }\n',
    ],
  ]);
  await using start = await startOver(workspace, dataDir);
  const { refusals, warnings } = start;
  expect(refusals).toEqual([]);
  const expected = [
    `${model}:13 cubes.visits.measures.paid: multi_stage is known to Cube but not used by Inlay: this measure is left out.`,
    `${model}:25 cubes.clubs.access_policy[0].group: The account acme has no group "auditors".`,
    `${model}:34 cubes.clubs.access_policy[1].row_level.filters[0].values[0]: The account acme has no user attribute "territory".`,
    'inlay.yml:12 accounts.acme.agents.2.model: This model cannot be used: "openai:gpt-4o" needs OPENAI_API_KEY.',
    'inlay.yml:16 accounts.acme.agents.1.model: This model cannot be used: "opnai:gpt-4o" names an unknown provider',
    `${model}:7 cubes.visits.dimensions.id.primary_key: Rows of "visits" share their primary key ("id")`,
  ];
  await expect.poll(() => warnings).toContainEqual(expect.stringContaining('share their primary key'));
  for (const each of expected) expect(warnings).toContainEqual(expect.stringContaining(each));
  expect(warnings.filter((line) => !/pages/.test(line))).toHaveLength(expected.length);
});

it('a group that was made through the API may be named, however near another it is', async () => {
  await using sound = await createGymWorkspace();
  {
    await using start = await startOver(sound, dataDir);
    await start.services?.prisma.group.create({
      data: { name: 'admin', account: { connect: { name: 'acme' } } },
    });
  }
  await using workspace = await createGymWorkspace([[model, 'group: admins', 'group: admin']]);
  await using start = await startOver(workspace, dataDir);
  expect(start.refusals).toEqual([]);
  expect(start.warnings).not.toContainEqual(expect.stringContaining('admin'));
  await start.services?.prisma.group.deleteMany({ where: { name: 'admin' } });
});

it('deployments with one model over the same tables and columns are checked once, and each of them is known', async () => {
  const source = '{ type: duckdb, tables: { visits: visits.csv, clubs: clubs.csv } }\n';
  const more = (id: number, tables: string) =>
    `      - { id: ${id}, name: Again, model: model, dataSource: { type: duckdb, tables: ${tables} } }\n`;
  const others =
    more(2, '{ visits: visits.csv, clubs: clubs.csv }') + more(3, '{ clubs: clubs.csv, visits: visits.csv }');
  await using workspace = await createGymWorkspace([['inlay.yml', source, source + others]]);
  await using start = await startOver(workspace, dataDir);
  const all = start.services?.deployments.all ?? [];
  expect(all.map((data) => data.layer(undefined).binding.isKnown)).toEqual([true, true, true]);

  const withOther = source + others + more(4, '{ visits: visits.csv, clubs: visits.csv }');
  expect(await refusalsOf(['inlay.yml', source, withOther])).toContainEqual(
    expect.stringContaining('The source of "clubs" has no column "country"'),
  );
});
