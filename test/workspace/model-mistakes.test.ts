import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const cases: readonly (readonly [mistake: string, change: Change, said: string | RegExp])[] = [
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
    /^inlay\.yml:17 accounts\.acme\.agents\.1\.certifiedQueries\[0\]\.sql: .*"visits"/,
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

describe('a service whose workspace has a mistake does not start, and says where', () => {
  it.each(cases)(
    'a service whose workspace has a mistake does not start, and says where: %s',
    async (_, change, said) => {
      const refusals = await refusalsOf(change);
      expect(refusals).toEqual([typeof said === 'string' ? said : expect.stringMatching(said)]);
    },
  );

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

it('a model without any access policy is warned of where it is used', async () => {
  await using workspace = await createGymWorkspace([
    [
      model,
      '    access_policy:\n      - group: "*"\n        row_level: { allow_all: true }\n  - name',
      '  - name',
    ],
    [model, clubsPolicy, ''],
  ]);
  await using start = await startOver(workspace, dataDir);
  expect(start.refusals).toEqual([]);
  expect(start.warnings).toContainEqual(
    expect.stringMatching(
      /^inlay\.yml:8 accounts\.acme\.deployments\.1\.model: No cube or view of this model has/,
    ),
  );
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

it('deployments with one model over one source are checked once, and each is known', async () => {
  const source = '{ type: duckdb, tables: { visits: visits.csv, clubs: clubs.csv } }\n';
  await using workspace = await createGymWorkspace([
    [
      'inlay.yml',
      source,
      `${source}      - { id: 2, name: Again, model: model, dataSource: ${source.trim()} }\n      - { id: 3, name: Once more, model: model, dataSource: ${source.trim()} }\n`,
    ],
  ]);
  await using start = await startOver(workspace, dataDir);
  const all = start.services?.deployments.all ?? [];
  expect(all.map((data) => data.layer(undefined).binding.isKnown)).toEqual([true, true, true]);
});
