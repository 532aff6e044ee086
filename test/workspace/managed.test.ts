import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applyWorkspace } from '../../src/services/workspace/apply-workspace.ts';
import { parseWorkspace } from '../../src/services/workspace/parse-workspace.ts';
import { describeDatabases } from '../support/database.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const declared = `
    groups: [{ name: managers }, { name: analysts }]
    userAttributes: [{ name: region, type: string_array }, { name: level, type: number }]
    users:
      - { username: bob, email: bob@acme.test, groups: [managers], userAttributes: { region: [EU] } }
      - { username: eve, groups: [analysts] }`;

describeDatabases('what the workspace declares', (kind) => {
  let folder: string;
  let service: TestService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-managed-'));
    await mkdir(join(folder, 'model'));
    service = await openTestService({ kind, accounts: [{ name: 'acme' }, { name: 'rival' }] });
  });
  beforeEach(async () => {
    const { prisma } = service.database;
    await prisma.user.deleteMany();
    await prisma.group.deleteMany();
    await prisma.userAttributeDefinition.deleteMany();
    await start(declared);
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** What a start of the service does with a workspace. */
  async function start(entries: string, adminKeys = [service.account('acme').adminKey]): Promise<void> {
    const yaml = `accounts:\n  - name: acme\n    plan: enterprise${entries}
    deployments:
      - { id: 1, name: Shop, model: model, dataSource: { type: postgres, url: postgres://nowhere/ } }\n`;
    await writeFile(join(folder, 'inlay.yml'), yaml);
    const parsed = await parseWorkspace(folder, {});
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { prisma } = service.database;
    await applyWorkspace(prisma, parsed.workspace, adminKeys, new Date(), async () => {});
  }

  async function change(name: string, input: object) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return service.graphql(`mutation($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });
  }

  /** Ids by name, and all that is marked. */
  async function state() {
    const { data } = await service.graphql(`{
      groups { edges { node { databaseId name isManaged } } }
      userAttributes { edges { node { databaseId name isManaged } } }
      users { edges { node { databaseId identifier email isManaged managedGroups
        groups { edges { node { name } } } userAttributes { name value isManaged } } } } }`);
    const nodes = (list: { edges: { node: Record<string, never> }[] }) => list.edges.map(({ node }) => node);
    const all = [...nodes(data.groups), ...nodes(data.userAttributes), ...nodes(data.users)];
    const ids = new Map(all.map((node) => [node['identifier'] ?? node['name'], String(node['databaseId'])]));
    return { all, id: (name: string) => ids.get(name as never) ?? '' };
  }

  it('an admin key is rotated without a gap: the old one works until it is no longer given', async () => {
    const { adminKey } = service.account('acme');
    const next = 'the-next-admin-key-of-the-first-account';
    const accepted = async () => {
      const answers = [adminKey, next].map((key) => service.graphql('{ viewer { kind } }', {}, key));
      return (await Promise.all(answers)).map(({ data }) => data?.viewer?.kind === 'API_KEY');
    };
    await start(declared, [next, adminKey]);
    expect(await accepted()).toEqual([true, true]);
    await start(declared, [next]);
    expect(await accepted()).toEqual([false, true]);
    await start(declared);
    expect(await accepted()).toEqual([true, false]);
  });

  it('what the workspace declares is marked as managed, and nothing else is', async () => {
    await change('createGroup', { name: 'own' });
    await change('createInternalUser', { username: 'own-user', groups: ['managers', 'own'] });
    const { all, id } = await state();
    await change('updateInternalUser', {
      id: id('bob'),
      groups: ['managers', 'own'],
      userAttributes: [{ name: 'level', value: 3 }],
    });
    const after = await state();
    expect(after.all).toEqual([
      expect.objectContaining({ name: 'analysts', isManaged: true }),
      expect.objectContaining({ name: 'managers', isManaged: true }),
      expect.objectContaining({ name: 'own', isManaged: false }),
      expect.objectContaining({ name: 'level', isManaged: true }),
      expect.objectContaining({ name: 'region', isManaged: true }),
      expect.objectContaining({
        identifier: 'bob',
        isManaged: true,
        managedGroups: ['managers'],
        userAttributes: [
          { name: 'level', value: 3, isManaged: false },
          { name: 'region', value: ['EU'], isManaged: true },
        ],
      }),
      expect.objectContaining({ identifier: 'eve', isManaged: true, managedGroups: ['analysts'] }),
      expect.objectContaining({ identifier: 'own-user', isManaged: false, managedGroups: [] }),
    ]);
    expect(all).toHaveLength(8);
  });

  it.each<[name: string, input: (id: (name: string) => string) => object, message: RegExp]>([
    [
      'deleteGroup',
      (id) => ({ id: id('managers') }),
      /^Group "managers" is defined in the workspace\. Edit groups in inlay\.yml/,
    ],
    ['updateGroup', (id) => ({ id: id('managers'), name: 'bosses' }), /^Group "managers" is defined in/],
    ['updateGroup', (id) => ({ id: id('managers'), description: 'x' }), /^Group "managers" is defined in/],
    [
      'deleteUserAttribute',
      (id) => ({ id: id('region') }),
      /^User attribute "region" is defined in the workspace\. Edit userAttributes/,
    ],
    [
      'updateUserAttribute',
      (id) => ({ id: id('region'), defaultValue: '["US"]' }),
      /^User attribute "region"/,
    ],
    [
      'deleteInternalUser',
      (id) => ({ id: id('bob') }),
      /^User "bob" is defined in the workspace\. Edit users/,
    ],
    [
      'updateInternalUser',
      (id) => ({ id: id('bob'), groups: [] }),
      /^The group "managers" of "bob" is defined in/,
    ],
    [
      'updateInternalUser',
      (id) => ({ id: id('bob'), groups: ['analysts'] }),
      /^The group "managers" of "bob"/,
    ],
    [
      'updateInternalUser',
      (id) => ({ id: id('bob'), userAttributes: [{ name: 'region', value: null }] }),
      /^The user attribute "region" of "bob"/,
    ],
    [
      'updateInternalUser',
      (id) => ({ id: id('bob'), userAttributes: [{ name: 'region', value: ['US'] }] }),
      /^The user attribute "region" of "bob"/,
    ],
  ])(
    'what the workspace declares is kept by %s, which says where to change it',
    async (name, input, message) => {
      const before = await state();
      const answer = await change(name, input(before.id));
      expect(answer.code).toBe('WORKSPACE_MANAGED');
      expect(answer.message).toMatch(message);
      expect((await state()).all).toEqual(before.all);
    },
  );

  it('what the workspace declares leaves room for what administrators add, and take away again', async () => {
    const { id } = await state();
    await change('createGroup', { name: 'own' });
    const both = {
      groups: ['managers', 'own'],
      userAttributes: [
        { name: 'region', value: ['EU'] },
        { name: 'level', value: 2 },
      ],
    };
    expect((await change('updateInternalUser', { id: id('bob'), ...both })).code).toBeUndefined();
    const less = {
      groups: ['managers'],
      email: 'new@acme.test',
      userAttributes: [{ name: 'level', value: null }],
    };
    expect((await change('updateInternalUser', { id: id('bob'), ...less })).code).toBeUndefined();
    expect((await change('deleteGroup', { id: (await state()).id('own') })).code).toBeUndefined();
    expect((await change('deleteGroup', { id: '2147483647' })).code).toBe('NOT_FOUND');
    expect((await change('deleteInternalUser', { id: '2147483647' })).code).toBe('NOT_FOUND');
  });

  it('what the workspace no longer declares can be removed, and does not come back', async () => {
    await start('\n    groups: [{ name: analysts }]\n    users: [{ username: eve, groups: [analysts] }]');
    const { all, id } = await state();
    expect(
      all.filter(({ isManaged }) => isManaged).map((node) => node['identifier'] ?? node['name']),
    ).toEqual(['analysts', 'eve']);
    for (const [name, input] of [
      [
        'updateInternalUser',
        { id: id('bob'), groups: [], userAttributes: [{ name: 'region', value: null }] },
      ],
      ['deleteGroup', { id: id('managers') }],
      ['deleteUserAttribute', { id: id('region') }],
      ['deleteInternalUser', { id: id('bob') }],
    ] as const) {
      expect((await change(name, input)).code).toBeUndefined();
    }
    await start('\n    groups: [{ name: analysts }]\n    users: [{ username: eve, groups: [analysts] }]');
    const names = (await state()).all.map((node) => node['identifier'] ?? node['name']);
    expect(names).toEqual(['analysts', 'level', 'eve']);
  });

  it('a start that changes nothing writes nothing', async () => {
    const rows = () => service.database.prisma.$queryRaw<object[]>`
      SELECT xmin::text, id FROM "Group" UNION ALL SELECT xmin::text, id FROM "UserAttributeDefinition"
      UNION ALL SELECT xmin::text, "groupId" FROM "GroupMembership"
      UNION ALL SELECT xmin::text, id FROM "AgentRule" UNION ALL SELECT xmin::text, id FROM "CertifiedQuery"`;
    const all = declared + agent(['Be brief.'], ['How many?']);
    await start(all);
    const before = await rows();
    expect(before).toHaveLength(8);
    await start(all);
    expect(await rows()).toEqual(before);
  });

  const agent = (rules: string[], questions: string[]) => {
    const certifiedQueries = questions.map((question) => ({ question, sql: 'SELECT 1' }));
    return `\n    agents: [${JSON.stringify({ id: 1, name: 'Ana', deploymentId: 1, rules, certifiedQueries })}]`;
  };

  it('rules and certified queries follow the workspace in its order, and leave those of the API alone', async () => {
    await start(agent(['One', 'Two'], ['First?', 'Second?']));
    const { prisma } = service.database;
    const { id: accountId } = service.account('acme');
    const { id: agentId } = await prisma.agent.findFirstOrThrow({ where: { accountId, number: 1 } });
    await prisma.agentRule.create({ data: { agentId, text: 'Own' } });
    await prisma.certifiedQuery.create({ data: { agentId, question: 'Own?', sql: 'SELECT 1' } });
    await start(agent(['Two', 'Three'], ['Second?']));
    const { data } = await service.graphql(`{ agents(first: 1) { edges { node {
      rules { edges { node { text isManaged } } }
      certifiedQueries { edges { node { question isManaged } } } } } } }`);
    const [{ node }] = data.agents.edges;
    expect(node.rules.edges.map((edge: { node: object }) => edge.node)).toEqual([
      { text: 'Own', isManaged: false },
      { text: 'Two', isManaged: true },
      { text: 'Three', isManaged: true },
    ]);
    expect(node.certifiedQueries.edges.map((edge: { node: object }) => edge.node)).toEqual([
      { question: 'Own?', isManaged: false },
      { question: 'Second?', isManaged: true },
    ]);
  });

  it('declarations do not affect another account', async () => {
    const { id } = await state();
    const key = service.account('rival').adminKey;
    const query = 'mutation($input: DeleteGroupInput!) { deleteGroup(input: $input) { databaseId } }';
    expect((await service.graphql(query, { input: { id: id('managers') } }, key)).code).toBe('NOT_FOUND');
  });
});
