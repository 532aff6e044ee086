import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/rest/openapi/document.ts';
import { schema } from '../../src/schema/index.ts';
import type { TurnOutcome, TurnRequest } from '../../src/services/chat/turn.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { chatStreamDocument, SubscriptionError, sseClient, subscribe } from '../support/chat-subscription.ts';

/** On the main model the users of these tests see 30, on its branches twice as much. */
const sumQuery = 'SELECT MEASURE(amount) AS amount FROM sales';

/** An agent that answers everything with the sum that it sees. */
async function answerSum({ data, emit, signal }: TurnRequest): Promise<TurnOutcome> {
  const named = { queryTitle: '', description: '', userRequest: '' };
  const { rows } = await data.runSql({ sqlQuery: sumQuery, ...named }, signal);
  await emit({ type: 'answer', id: 'answer', content: String(rows[0]?.[0]) });
  return { status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 1 } };
}

/** The chat-workspace's branches: `preview` is in `userBranches`, `discounts` is not, `nope` does not exist. */
type Branch = { readonly activeBranchName?: string; readonly isDefaultBranch?: boolean };

/** Who asks, in the name of one user. */
interface Asker {
  readonly authorization: string;
  /** Beside an API key. */
  readonly settings: { readonly sessionSettings?: object };
  /** A finished thread of that user. */
  readonly chatId: string;
}

/** The sum that was seen, `OK` where none is shown, or the code and message of the refusal. */
type Outcome = string;

describe('branches of the data model', () => {
  let service: ChatService;
  let askers: Record<'adminKey' | 'chatKey' | 'token', Asker>;

  beforeAll(async () => {
    service = await openChatService({ runTurn: answerSum });
    const rights = { userAttributes: [{ name: 'region', value: ['EU'] }] };
    const ofKey = async (key: string): Promise<Asker> => {
      const settings = { sessionSettings: { ...newUser(), ...rights } };
      const asker = { authorization: `Api-Key ${key}`, settings, chatId: '' };
      return { ...asker, chatId: await startThread(asker) };
    };
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Api-Key ${keys.admin}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${service.url}${path}`, init)).json() as Promise<Record<string, string>>;
    };
    const user = { deploymentId: 1, ...newUser(), ...rights };
    const session = await post('/api/v1/embed/generate-session', user);
    const { token } = await post('/api/v1/embed/session/token', session);
    const end = { authorization: `Bearer ${token}`, settings: {}, chatId: '' };
    askers = {
      adminKey: await ofKey(keys.admin),
      chatKey: await ofKey(keys.chat),
      token: { ...end, chatId: await startThread(end) },
    };
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  async function startThread({ authorization, settings }: Asker): Promise<string> {
    const headers = { authorization };
    const stream = await service.chat({ input: 'Sum', ...settings }, { headers });
    const [cutoff] = await stream.rest();
    return cutoff?.state?.chatId ?? '';
  }

  /** A request of the REST API to its end. */
  async function rest({ authorization }: Asker, path: string, body: object) {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const problem = response.ok ? undefined : (JSON.parse(text) as { code: string; detail: string });
    return { text, refusal: problem && `${problem.code}: ${problem.detail}` };
  }

  const chatPath = '/api/v1/public/acme/agents/1/chat/stream-chat-state';
  async function restChat(asker: Asker, body: object): Promise<Outcome> {
    const { text, refusal } = await rest(asker, chatPath, { ...asker.settings, ...body });
    if (refusal !== undefined) return refusal;
    const lines = text.trim().split('\n');
    return contentOfAnswer(lines.map((line) => JSON.parse(line) as Parameters<typeof contentOfAnswer>[0][0]));
  }

  async function graphqlChat(asker: Asker, body: object): Promise<Outcome> {
    const input = { agentId: 1, ...asker.settings, ...body };
    const lines = [];
    const events = subscribe(sseClient(service, asker.authorization), chatStreamDocument, { input });
    try {
      for await (const line of events) lines.push(line);
    } catch (error) {
      if (error instanceof SubscriptionError) return `${error.codes[0]}: ${error.message}`;
      throw error;
    }
    return contentOfAnswer(lines);
  }

  function contentOfAnswer(
    lines: readonly { graphPath?: readonly string[] | undefined; content?: string | undefined }[],
  ): Outcome {
    return lines.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content ?? 'no answer';
  }

  const sqlPath = '/api/v1/deployments/1/sql';
  const restSql =
    (format: string, sumOf: (text: string) => unknown) => async (asker: Asker, branch: Branch) => {
      const body = { query: sumQuery, format, ...asker.settings, ...branch };
      const { text, refusal } = await rest(asker, sqlPath, body);
      return refusal ?? String(sumOf(text));
    };

  const branchTypes = '$activeBranchName: String, $isDefaultBranch: Boolean, $settings: SessionSettingsInput';
  const branchArgs =
    'activeBranchName: $activeBranchName, isDefaultBranch: $isDefaultBranch, sessionSettings: $settings';
  const graphqlQuery =
    (selection: string, outcomeOf: (data: Record<string, unknown>) => string) =>
    async (asker: Asker, branch: Branch): Promise<Outcome> => {
      const query = `query(${branchTypes}) { ${selection} }`;
      const variables = { ...branch, settings: asker.settings.sessionSettings };
      const { text } = await rest(asker, '/graphql', { query, variables });
      const { data, errors } = JSON.parse(text) as {
        data: Record<string, unknown>;
        errors?: { message: string; extensions: { code: string } }[];
      };
      const [error] = errors ?? [];
      return error === undefined ? outcomeOf(data) : `${error.extensions.code}: ${error.message}`;
    };

  async function sqlStream(asker: Asker, branch: Branch): Promise<Outcome> {
    const input = { deploymentId: 1, query: sumQuery, ...asker.settings, ...branch };
    const document = 'subscription($input: SqlStreamInput!) { sqlStream(input: $input) { rows } }';
    let sum: unknown = 'no row';
    try {
      const chunks = sseClient(service, asker.authorization).iterate({
        query: document,
        variables: { input },
      });
      for await (const { data, errors } of chunks) {
        if (errors !== undefined) throw new SubscriptionError(errors);
        const chunk = data?.['sqlStream'] as { rows: unknown[][] } | undefined;
        sum = chunk?.rows[0]?.[0] ?? sum;
      }
    } catch (error) {
      if (error instanceof SubscriptionError) return `${error.codes[0]}: ${error.message}`;
      throw error;
    }
    return String(sum);
  }

  interface Operation {
    readonly name: string;
    /** Where the API takes the branch: a GraphQL field or input type, or a path of REST. */
    readonly at: string;
    /** A chat key may do this too. */
    readonly isChat: boolean;
    /** What it answers on the main model and on the branches; only chat and queries see rows. */
    readonly answers?: readonly [main: string, branch: string];
    readonly run: (asker: Asker, branch: Branch) => Promise<Outcome>;
  }
  const chat = { isChat: true };
  const data = { isChat: false };
  const operations: readonly Operation[] = [
    {
      name: 'REST chat, a new thread',
      at: chatPath,
      ...chat,
      run: (a, b) => restChat(a, { input: 'Sum', ...b }),
    },
    {
      name: 'REST chat, going on with a thread',
      at: chatPath,
      ...chat,
      run: (a, b) => restChat(a, { input: 'Sum', chatId: a.chatId, ...b }),
    },
    {
      name: 'REST chat, reading a thread',
      at: chatPath,
      ...chat,
      answers: ['30', '30'],
      async run(asker, branch) {
        // A thread of its own, since others are talked in meanwhile.
        return restChat(asker, { chatId: await startThread(asker), ...branch });
      },
    },
    {
      name: 'GraphQL chatStream, a new thread',
      at: 'ChatStreamInput',
      ...chat,
      run: (a, b) => graphqlChat(a, { input: 'Sum', ...b }),
    },
    {
      name: 'GraphQL chatStream, going on with a thread',
      at: 'ChatStreamInput',
      ...chat,
      run: (a, b) => graphqlChat(a, { input: 'Sum', chatId: a.chatId, ...b }),
    },
    {
      name: 'GraphQL chatStream, reading a thread',
      at: 'ChatStreamInput',
      ...chat,
      answers: ['30', '30'],
      run: async (a, b) => graphqlChat(a, { chatId: await startThread(a), ...b }),
    },
    {
      name: 'REST sql as json',
      at: sqlPath,
      ...data,
      run: restSql('json', (text) => (JSON.parse(text) as { data: unknown[][] }).data[0]?.[0]),
    },
    { name: 'REST sql as csv', at: sqlPath, ...data, run: restSql('csv', (text) => text.split('\r\n')[1]) },
    {
      name: 'REST sql as ndjson',
      at: sqlPath,
      ...data,
      run: restSql(
        'ndjson',
        (text) => (JSON.parse(text.split('\n')[1] ?? '') as { data: unknown[][] }).data[0]?.[0],
      ),
    },
    {
      name: 'GraphQL sql',
      at: 'Query.sql',
      ...data,
      run: graphqlQuery(`sql(deploymentId: 1, query: "${sumQuery}", ${branchArgs}) { rows }`, ({ sql }) =>
        String((sql as { rows: unknown[][] }).rows[0]?.[0]),
      ),
    },
    { name: 'GraphQL sqlStream', at: 'SqlStreamInput', ...data, run: sqlStream },
    {
      name: 'GraphQL refinement',
      at: 'Query.refinement',
      ...data,
      run: graphqlQuery(
        `refinement(deploymentId: 1, query: "${sumQuery}", ${branchArgs}) { result { rows } }`,
        ({ refinement }) => String((refinement as { result: { rows: unknown[][] } }).result.rows[0]?.[0]),
      ),
    },
    {
      name: 'GraphQL searchMetadata',
      at: 'Query.searchMetadata',
      ...data,
      answers: ['OK', 'OK'],
      run: graphqlQuery(
        `searchMetadata(deploymentId: 1, searchQuery: "sales", ${branchArgs}) { name }`,
        () => 'OK',
      ),
    },
  ];

  const unknown = (name: string) => `BRANCH_NOT_FOUND: The deployment has no branch "${name}".`;

  describe.each(operations)('$name', ({ isChat, run, answers: [main, other] = ['30', '60'] }) => {
    it.each(isChat ? (['adminKey', 'chatKey'] as const) : (['adminKey'] as const))(
      'an API key (%s) may name any branch that there is',
      async (who) => {
        const asker = askers[who];
        expect(await run(asker, {})).toBe(main);
        expect(await run(asker, { activeBranchName: 'discounts' })).toBe(other);
        expect(await run(asker, { activeBranchName: 'preview', isDefaultBranch: false })).toBe(other);
        expect(await run(asker, { activeBranchName: 'discounts', isDefaultBranch: true })).toBe(main);
        expect(await run(asker, { activeBranchName: 'nope' })).toBe(unknown('nope'));
      },
    );

    it('for a session token only those of userBranches exist, besides the main one', async () => {
      const { token } = askers;
      expect(await run(token, {})).toBe(main);
      expect(await run(token, { activeBranchName: 'preview' })).toBe(other);
      expect(await run(token, { activeBranchName: 'master', isDefaultBranch: true })).toBe(main);
      expect(await run(token, { activeBranchName: 'discounts' })).toBe(unknown('discounts'));
      expect(await run(token, { activeBranchName: 'discounts', isDefaultBranch: false })).toBe(
        unknown('discounts'),
      );
      expect(await run(token, { activeBranchName: 'nope' })).toBe(unknown('nope'));
    });
  });

  it('every operation that takes a branch is in this table', async () => {
    const types = Object.values(schema.getTypeMap());
    const inputs = types.filter(isInputObjectType).filter((type) => 'activeBranchName' in type.getFields());
    const fields = types.filter(isObjectType).flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ args }) => args.some(({ name }) => name === 'activeBranchName'))
        .map(({ name }) => `${type.name}.${name}`),
    );
    // An input is used by one field each.
    for (const input of inputs) {
      const users = types
        .filter(isObjectType)
        .flatMap((type) =>
          Object.values(type.getFields()).filter(({ args }) =>
            args.some((arg) => getNamedType(arg.type) === input),
          ),
        );
      expect(users.length, input.name).toBe(1);
    }
    const openApi = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApiDocument;
    const bodies = Object.entries(openApi.components.schemas).filter(([, body]) =>
      JSON.stringify(body).includes('"activeBranchName"'),
    );
    const paths = Object.entries(openApi.paths).filter(([, methods]) =>
      bodies.some(([name]) => JSON.stringify(methods).includes(`schemas/${name}"`)),
    );
    const inTable = new Set(operations.map(({ at }) => at));
    expect([...inTable].filter((at) => !at.startsWith('/')).sort()).toEqual(
      [...inputs.map(({ name }) => name), ...fields].sort(),
    );
    const filled = (path: string) =>
      path.replace('{accountName}', 'acme').replace('{agentId}', '1').replace('{deploymentId}', '1');
    expect([...inTable].filter((at) => at.startsWith('/')).sort()).toEqual(
      paths.map(([path]) => filled(path)).sort(),
    );
  });
});
