import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatProblem } from '../../yaml/model-error.ts';
import { parseWorkspace } from './parse-workspace.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-workspace-'));
  await mkdir(join(folder, 'model'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data/orders.csv'), 'id\n1\n');
});
afterAll(() => rm(folder, { recursive: true }));

async function parse(yaml: string, env: Record<string, string> = {}) {
  await writeFile(join(folder, 'inlay.yml'), yaml);
  return parseWorkspace(folder, env);
}

async function problems(yaml: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const parsed = await parse(yaml, env);
  return parsed.ok ? [] : parsed.problems.map(formatProblem);
}

const key = 'k'.repeat(24);

it('reads a whole workspace and fills in defaults', async () => {
  const parsed = await parse(
    `
accounts:
  - name: acme
    plan: premium
    limits: { keyRequestsPerSecond: 0, concurrentTurns: 5 }
    retention: { threads: 365d, usage: 1095d }
    groups: [{ name: analysts }]
    userAttributes:
      - { name: region, type: string_array, defaultValue: '["EU"]' }
      - { name: level, type: number }
    users:
      - { username: ada@acme.test, groups: [analysts], userAttributes: { region: [EU, "\${HOME_REGION}"], level: 2 } }
      - { username: bob@acme.test, userAttributes: { region: null } }
    deployments:
      - id: 1
        name: Shop
        model: model
        timezone: Europe/Berlin
        limits: { timeoutSeconds: 5, maxRows: 1000000, userMaxRows: 5000, userMaxBytes: 9000000 }
        dataSource: { type: duckdb, tables: { orders: { file: data/orders.csv, options: { nullstr: NA } } } }
      - id: 2
        name: Warehouse
        model: model
        branches: { next: model }
        userBranches: [next]
        dataSource: { type: postgres, url: "postgres://reader:\${PASSWORD}@db/shop" }
    agents:
      - { id: 7, name: Analyst, deploymentId: 2, rules: ["Write $\${NAME} as it is"] }
    apiKeys:
      - { name: backend, key: "\${ACME_BACKEND_KEY}", role: chat, deployments: [1] }
`,
    { HOME_REGION: 'US: [x]', PASSWORD: 'p', ACME_BACKEND_KEY: key },
  );
  expect(parsed).toEqual({
    ok: true,
    warnings: [],
    workspace: {
      folder: resolve(folder),
      problemsAt: expect.any(Function),
      accounts: [
        {
          name: 'acme',
          plan: 'premium',
          cloudRegion: 'local',
          useCreatorMode: false,
          maxExternalUsers: 10_000,
          retention: { threads: 365, usage: 1_095 },
          embedOrigins: [],
          limits: {
            keyRequestsPerSecond: 0,
            userRequestsPerSecond: 50,
            userTurnsPerMinute: 60,
            concurrentTurns: 5,
            userConcurrentTurns: 10,
            tokensPerDay: 0,
            userTokensPerDay: 0,
          },
          groups: [{ name: 'analysts' }],
          userAttributes: [
            { name: 'region', type: 'string_array', defaultValue: '["EU"]' },
            { name: 'level', type: 'number' },
          ],
          users: [
            {
              username: 'ada@acme.test',
              groups: ['analysts'],
              userAttributes: { region: ['EU', 'US: [x]'], level: 2 },
            },
            { username: 'bob@acme.test', groups: [], userAttributes: { region: null } },
          ],
          deployments: [
            {
              id: 1,
              name: 'Shop',
              model: 'model',
              branches: {},
              userBranches: [],
              timezone: 'Europe/Berlin',
              limits: { timeoutSeconds: 5, maxRows: 1_000_000, userMaxRows: 5_000, userMaxBytes: 9_000_000 },
              dataSource: {
                type: 'duckdb',
                tables: { orders: { file: 'data/orders.csv', options: { nullstr: 'NA' } } },
              },
            },
            {
              id: 2,
              name: 'Warehouse',
              model: 'model',
              branches: { next: 'model' },
              userBranches: ['next'],
              limits: {},
              dataSource: { type: 'postgres', url: 'postgres://reader:p@db/shop' },
            },
          ],
          agents: [
            {
              id: 7,
              name: 'Analyst',
              deploymentId: 2,
              model: 'planner',
              fallback: [],
              limits: {},
              devMode: false,
              accessibleViews: [],
              rules: [`Write ${'$'}{NAME} as it is`],
              certifiedQueries: [],
            },
          ],
          models: [],
          apiKeys: [{ name: 'backend', key, role: 'chat', deployments: [1] }],
        },
      ],
    },
  });
});

it('reports every mistake at once, each with its line and path', async () => {
  const yaml = `accounts:
  - name: acme
    useCreatorMod: true
    maxExternalUsers: many
    limits: { turns: 5, concurrentTurns: -1 }
    groups:
      - name: analysts
      - name: analysts
    userAttributes:
      - { name: region, type: string_array, defaultValue: EU }
      - { name: level, type: int }
    users:
      - username: ada@acme.test
        groups: [analyst]
        userAttributes:
          region: EU
          nothing: 1
      - email: nobody@acme.test
    deployments:
      - id: 1
        name: Shop
        model: modle
        branches: { next: ../elsewhere }
        timezone: Berlin
        dataSource:
          type: duckdb
          tables:
            orders: data/order.csv
            notes: { file: data/orders.csv, optoins: {} }
            people: /etc/passwd
      - id: 1
        name: Warehouse
        model: data/orders.csv
        dataSource: { type: mysql }
      - id: 3
        name: Neither
        model: model
        dataSource:
          type: duckdb
    agents:
      - { id: 1, name: Analyst, deploymentId: 4, devMode: maybe }
      - { id: 0, name: Zero, deploymentId: 1, certifiedQueries: [{ question: why }] }
    apiKeys:
      - { name: backend, key: "\${MISSING_KEY}", role: admin }
      - { name: short, key: hunter2, role: owner, deployments: [9] }
  - name: "acme corp"
    apiKeys:
      - { name: one, key: ${key}, role: admin }
      - { name: two, key: ${key}, role: admin }
`;
  const lines = await problems(yaml);
  expect(lines).toMatchInlineSnapshot(`
    [
      "inlay.yml:3 accounts.acme.useCreatorMod: Unknown property. Did you mean "useCreatorMode"?",
      "inlay.yml:4 accounts.acme.maxExternalUsers: Expected a whole number.",
      "inlay.yml:5 accounts.acme.limits.concurrentTurns: Expected 0 or more; 0 means no limit.",
      "inlay.yml:5 accounts.acme.limits.turns: Unknown property. Use keyRequestsPerSecond, userRequestsPerSecond, userTurnsPerMinute, concurrentTurns, userConcurrentTurns, tokensPerDay, userTokensPerDay.",
      "inlay.yml:8 accounts.acme.groups.analysts.name: name "analysts" is used more than once: each needs its own.",
      "inlay.yml:10 accounts.acme.userAttributes.region.defaultValue: It must be a JSON list of strings, such as '["EU"]', since the attribute is of type string_array.",
      "inlay.yml:11 accounts.acme.userAttributes.level.type: Expected string, number, string_array or number_array.",
      "inlay.yml:14 accounts.acme.users.ada@acme.test.groups[0]: There is no group "analyst". Did you mean "analysts"?",
      "inlay.yml:16 accounts.acme.users.ada@acme.test.userAttributes.region: It must be an array of at most 1000 strings, since the attribute is of type string_array.",
      "inlay.yml:17 accounts.acme.users.ada@acme.test.userAttributes.nothing: There is no user attribute "nothing". Use region, level.",
      "inlay.yml:18 accounts.acme.users[1].username: It is missing.",
      "inlay.yml:22 accounts.acme.deployments.1.model: There is no folder modle. Did you mean "model"?",
      "inlay.yml:23 accounts.acme.deployments.1.branches.next: Expected a path inside the workspace, relative to it.",
      "inlay.yml:24 accounts.acme.deployments.1.timezone: Expected an IANA time zone, such as Europe/Berlin.",
      "inlay.yml:28 accounts.acme.deployments.1.dataSource.tables.orders: No file matches data/order.csv. Paths are relative to the folder of the workspace.",
      "inlay.yml:29 accounts.acme.deployments.1.dataSource.tables.notes.optoins: Unknown property. Did you mean "options"?",
      "inlay.yml:30 accounts.acme.deployments.1.dataSource.tables.people: /etc/passwd is outside the workspace. Use a path inside, relative to its folder.",
      "inlay.yml:31 accounts.acme.deployments.1.id: id 1 is used more than once: each needs its own.",
      "inlay.yml:33 accounts.acme.deployments.1.model: data/orders.csv is not a folder.",
      "inlay.yml:34 accounts.acme.deployments.1.dataSource.type: Expected duckdb, postgres or clickhouse.",
      "inlay.yml:38 accounts.acme.deployments.3.dataSource: It needs either tables or database.",
      "inlay.yml:41 accounts.acme.agents.1.devMode: Expected true or false.",
      "inlay.yml:41 accounts.acme.agents.1.deploymentId: There is no deployment 4. Use 1, 3.",
      "inlay.yml:42 accounts.acme.agents.0.id: Expected 1 or more.",
      "inlay.yml:42 accounts.acme.agents.0.certifiedQueries[0].sql: It is missing.",
      "inlay.yml:44 accounts.acme.apiKeys.backend.key: The environment has no MISSING_KEY. Set it, or write $\${MISSING_KEY} for the text itself.",
      "inlay.yml:45 accounts.acme.apiKeys.short.key: Expected 24 to 200 printable characters without spaces.",
      "inlay.yml:45 accounts.acme.apiKeys.short.role: Expected admin or chat.",
      "inlay.yml:45 accounts.acme.apiKeys.short.deployments[0]: There is no deployment 9. Use 1, 3.",
      "inlay.yml:46 accounts.acme corp.name: Expected up to 63 letters, digits, "-" and "_": it is used in URLs.",
      "inlay.yml:49 accounts.acme corp.apiKeys.two.key: This key is used more than once: each needs its own.",
    ]
  `);
  expect(lines.join('\n')).not.toMatch(/hunter2|kkkk/);
});

it('says where the YAML itself is broken', async () => {
  expect(await problems('accounts:\n  - name: acme\n   plan: x\n')).toMatchInlineSnapshot(`
    [
      "inlay.yml:3 Not valid YAML: Sequence item without - indicator. Compare the indentation of this line with the one above, use spaces only, and quote text that has ": " in it.",
    ]
  `);
  expect(await problems('accounts: [\n')).toMatchInlineSnapshot(`
    [
      "inlay.yml:2 Not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].",
    ]
  `);
  expect(await problems('accounts:\n  - name: a\n    name: b\n')).toMatchInlineSnapshot(`
    [
      "inlay.yml:3 Not valid YAML: Map keys must be unique. Remove one, or merge the two.",
    ]
  `);
});

it.each([
  ['', 'inlay.yml:1 The file is empty: it needs accounts.'],
  ['accounts: []', 'inlay.yml:1 accounts: Expected at least one account.'],
  ['accounts: acme', 'inlay.yml:1 accounts: Expected a list of accounts.'],
  ['acounts: []', 'inlay.yml:1 acounts: Unknown property. Did you mean "accounts"?'],
  ['- accounts', 'inlay.yml:1 Expected a mapping.'],
])('refuses %j', async (yaml, problem) => {
  expect(await problems(yaml)).toContain(problem);
});

it('finds values behind anchors and merges', async () => {
  const yaml = `accounts:
  - &base
    name: acme
    plan: [enterprise]
  - <<: *base
    name: other
`;
  expect(await problems(yaml)).toMatchInlineSnapshot(`
    [
      "inlay.yml:4 accounts.acme.plan: Expected a string.",
      "inlay.yml:5 accounts.other.plan: Expected a string.",
    ]
  `);
});

it('warns of a key that is written in the file', async () => {
  const parsed = await parse(
    `accounts:\n  - name: acme\n    apiKeys:\n      - { name: a, key: ${key}, role: admin }\n`,
  );
  expect(parsed.ok && parsed.warnings.map(formatProblem)).toEqual([
    'inlay.yml:4 accounts.acme.apiKeys.a.key: The key is written in the file. Read it from the environment instead.',
  ]);
});

const deployment = `    deployments:
      - { id: 1, name: Shop, model: model, dataSource: { type: duckdb, tables: { orders: data/orders.csv } } }
`;

it('takes models of every provider, and what an agent sets of them', async () => {
  const yaml = `accounts:
  - name: acme
${deployment}    agents:
      - { id: 1, name: A, deploymentId: 1, model: claude, fallback: [local, "openai:gpt-5", planner], reasoning: medium,
          temperature: 0, limits: { steps: 8, seconds: 120, tokens: 400000, firstTokenSeconds: 20, silenceSeconds: 90 } }
    models:
      - { name: gpt, provider: openai, model: gpt-5.2, apiKey: "\${KEY}" }
      - { name: claude, provider: anthropic, model: claude-sonnet-4-5, apiKey: "\${KEY}", headers: { x-team: bi } }
      - { name: gemini, provider: google, model: gemini-3-pro, apiKey: "\${KEY}" }
      - { name: azure, provider: azure, model: prod, apiKey: "\${KEY}", baseUrl: "https://acme.openai.azure.com/openai" }
      - { name: bedrock, provider: amazon-bedrock, model: m, region: eu-central-1, accessKeyId: AK, secretAccessKey: "\${KEY}" }
      - { name: local, provider: openai-compatible, model: qwen3, baseUrl: "http://10.0.0.5:8000/v1" }
`;
  const parsed = await parse(yaml, { KEY: 'sk-1' });
  expect(parsed.ok ? parsed.warnings : parsed.problems).toEqual([]);
  const [account] = parsed.ok ? parsed.workspace.accounts : [];
  expect(account?.models.map(({ name, provider }) => [name, provider])).toEqual([
    ['gpt', 'openai'],
    ['claude', 'anthropic'],
    ['gemini', 'google'],
    ['azure', 'azure'],
    ['bedrock', 'amazon-bedrock'],
    ['local', 'openai-compatible'],
  ]);
  expect(account?.agents[0]).toMatchObject({
    fallback: ['local', 'openai:gpt-5', 'planner'],
    limits: { steps: 8, silenceSeconds: 90 },
  });
});

it('refuses models that no provider could be asked for, without repeating a key', async () => {
  const yaml = `accounts:
  - name: acme
${deployment}    agents:
      - { id: 1, name: A, deploymentId: 1, model: claud, fallback: [planner, nothing], reasoning: much, temperature: 3,
          limits: { steps: 0, second: 1 } }
    models:
      - { name: claude, provider: anthropc, model: m, apiKey: hunter2 }
      - { name: gpt, provider: openai, model: m }
      - { name: gpt, provider: openai, model: m, apiKey: "hunter 2", baseUrl: "https://me:hunter2@host/v1" }
      - { name: planner, provider: google, model: m, apiKey: hunter2, key: x }
      - { name: azure, provider: azure, model: m, apiKey: hunter2 }
      - { name: rock, provider: amazon-bedrock, model: m, region: Frankfurt, apiKey: hunter2 }
      - { name: stone, provider: amazon-bedrock, model: m, region: eu-central-1, accessKeyId: AK }
      - { name: local, provider: openai-compatible, model: m, baseUrl: localhost, headers: { "x team": bi } }
      - just text
`;
  const lines = await problems(yaml);
  expect(lines).toMatchInlineSnapshot(`
    [
      "inlay.yml:6 accounts.acme.agents.1.reasoning: Expected one of none, minimal, low, medium, high, xhigh, max.",
      "inlay.yml:6 accounts.acme.agents.1.temperature: Expected 2 at most.",
      "inlay.yml:6 accounts.acme.agents.1.model: There is no model "claud". Did you mean "claude"?",
      "inlay.yml:6 accounts.acme.agents.1.fallback[1]: There is no model "nothing". Use claude, gpt, planner, azure, rock, stone, local.",
      "inlay.yml:7 accounts.acme.agents.1.limits.steps: Expected 1 or more.",
      "inlay.yml:7 accounts.acme.agents.1.limits.second: Unknown property. Did you mean "seconds"?",
      "inlay.yml:9 accounts.acme.models.claude.provider: Expected one of openai, anthropic, google, azure, amazon-bedrock, openai-compatible.",
      "inlay.yml:10 accounts.acme.models.gpt.apiKey: It is missing.",
      "inlay.yml:11 accounts.acme.models.gpt.apiKey: Expected up to 4,000 printable characters without spaces.",
      "inlay.yml:11 accounts.acme.models.gpt.baseUrl: Expected an address such as https://models.example.com/v1, without user, query and fragment.",
      "inlay.yml:11 accounts.acme.models.gpt.name: name "gpt" is used more than once: each needs its own.",
      "inlay.yml:12 accounts.acme.models.planner.name: "planner" is the name of the embedded model. Use another name.",
      "inlay.yml:12 accounts.acme.models.planner.key: Unknown property. Use provider, name, model, headers, apiKey, baseUrl.",
      "inlay.yml:13 accounts.acme.models.azure.baseUrl: It is missing.",
      "inlay.yml:14 accounts.acme.models.rock.region: Expected an AWS region, such as eu-central-1.",
      "inlay.yml:15 accounts.acme.models.stone: It needs either apiKey, or accessKeyId and secretAccessKey.",
      "inlay.yml:16 accounts.acme.models.local.headers.x team: Expected the name of an HTTP header.",
      "inlay.yml:16 accounts.acme.models.local.baseUrl: Expected an address such as https://models.example.com/v1, without user, query and fragment.",
      "inlay.yml:17 accounts.acme.models[8]: Expected a mapping.",
    ]
  `);
  expect(lines.join('\n')).not.toContain('hunter');
});

it('warns of a model whose key is written in the file', async () => {
  const parsed = await parse(
    `accounts:\n  - name: acme\n    models:\n      - { name: gpt, provider: openai, model: m, apiKey: sk-1 }\n`,
  );
  expect(parsed.ok && parsed.warnings.map(formatProblem)).toEqual([
    'inlay.yml:4 accounts.acme.models.gpt.apiKey: The key is written in the file. Read it from the environment instead.',
  ]);
});

it('refuses branches for session tokens that the deployment does not have', async () => {
  const written = (branches: string, userBranches: string) => `accounts:
  - name: acme
    deployments:
      - id: 1
        name: Shop
        model: model
        branches: ${branches}
        userBranches: ${userBranches}
        dataSource: { type: duckdb, tables: { orders: data/orders.csv } }
`;
  const at = 'inlay.yml:8 accounts.acme.deployments.1.userBranches';
  expect(await problems(written('{ next: model }', '[next]'))).toEqual([]);
  expect(await problems(written('{ next: model }', '[next, nxt, main]'))).toEqual([
    `${at}[1]: There is no branch "nxt". Did you mean "next"?`,
    `${at}[2]: There is no branch "main". Use next.`,
  ]);
  expect(await problems(written('{}', '[__proto__]'))).toEqual([
    `${at}[0]: There is no branch "__proto__". None is defined: declare it first.`,
  ]);
  expect(await problems(written('{ next: model }', '[5]'))).toEqual([`${at}[0]: Expected a string.`]);
});

it('says when there is no file', async () => {
  const parsed = await parseWorkspace(join(folder, 'nowhere'), {});
  expect(parsed).toMatchObject({ ok: false, problems: [{ file: 'inlay.yml', line: 1 }] });
});

it('accepts the example workspace', async () => {
  expect(await parseWorkspace('examples/shop', {})).toMatchObject({ ok: true });
});

it('takes a look and a locale of the embedded pages, and nothing that could be more', async () => {
  const of = (text: string) => problems(`accounts: [{ name: acme, ${text} }]`);
  const theme = `{ scheme: dark, primaryColor: "#0b6bcb", fontFamily: "Inter, sans-serif", radius: 4, palette: ["#0b6bcb"], density: compact }`;
  expect(await of(`theme: ${theme}, locale: de-AT`)).toEqual([]);
  for (const wrong of [
    'theme: { primaryColor: red }',
    'theme: { radius: 99 }',
    'theme: { font: x }',
    'locale: "??"',
  ]) {
    expect(await of(wrong), wrong).toHaveLength(1);
  }
});

it('takes origins of host pages as browsers write them', async () => {
  const origins = (list: string) => problems(`accounts: [{ name: acme, embedOrigins: ${list} }]`);
  expect(await origins('["https://app.acme.test", "http://localhost:3000"]')).toEqual([]);
  const wrong = [
    'https://app.acme.test/',
    'https://App.acme.test',
    'https://a.test:443',
    '*',
    'null',
    'app.acme.test',
  ];
  expect(await origins(JSON.stringify([...wrong, 'https://a.test; script-src *']))).toHaveLength(
    wrong.length + 1,
  );
});

it('retention is in days, and keeps sessions for as long as their tokens live', async () => {
  const found = await problems(
    'accounts: [{ name: acme, retention: { threads: 1 year, sessions: 1d, usage: 0d } }]',
  );
  expect(found.map((line) => line.replace(/^.*retention\./, ''))).toEqual([
    'threads: Expected a number of days such as 365d, 1d or more.',
    'sessions: Expected a number of days such as 365d, 2d or more.',
    'usage: Expected a number of days such as 365d, 1d or more.',
  ]);
});
