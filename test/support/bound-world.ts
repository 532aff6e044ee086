import type { DatabaseKind } from '../../src/db/database.ts';
import { openTestService, type TestService } from './test-service.ts';
import { storedUser } from './user-access.ts';

/** Keys of one account: two of no binding, two that are bound to deployment 1. */
export const keyNames = ['unboundAdmin', 'unboundChat', 'boundAdmin', 'boundChat'] as const;
export type KeyName = (typeof keyNames)[number];

/** How a user comes to be in a deployment. */
export const ways = ['session', 'thread', 'query'] as const;
export type Way = (typeof ways)[number];

export interface Person {
  readonly externalId: string;
  readonly id: number;
}

/** An account with deployments 1 and 2, over data, for tests of what a key that is bound to one of them may do. */
export interface BoundWorld extends AsyncDisposable {
  readonly service: TestService;
  readonly keys: Readonly<Record<KeyName, string>>;
  /** A name that nothing else has; `in2` ones hold the mark of what a key bound to deployment 1 must not see. */
  newName(mark?: string): string;
  /** An external user of groups `readers`, level 1, who has been in these deployments. */
  person(deployments: readonly number[], way?: Way, more?: object): Promise<Person>;
  /** Mints by the unbound key. @returns the session's id */
  mint(body: object): Promise<string>;
  /** A thread of the user with the agent of this number. */
  thread(externalId: string, agentNumber: number): Promise<string>;
  /** A GraphQL mutation of one input. @returns its code, `OK` when it succeeded, and its payload */
  mutate(
    name: string,
    input: object,
    selection: string,
    key: string,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  ): Promise<{ code: string; message: string; payload: any }>;
  rightsOf(externalId: string): Promise<object | null>;
}

export async function openBoundWorld(kind?: DatabaseKind): Promise<BoundWorld> {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(
    await openTestService({
      ...(kind && { kind }),
      withData: true,
      accounts: [
        {
          name: 'acme',
          groups: ['readers', 'bosses'],
          userAttributes: { level: 'number', city: 'string' },
        },
      ],
    }),
  );
  const { adminKey, chatKey } = service.account();
  let names = 0;
  const mutate: BoundWorld['mutate'] = async (name, input, selection, key) => {
    const type = `${name.replace(/^./, (a) => a.toUpperCase())}Input`;
    const query = `mutation($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
    const { code = 'OK', message = '', data } = await service.graphql(query, { input }, key);
    return { code, message, payload: data?.[name] };
  };
  const newKey = async (role: 'ADMIN' | 'CHAT'): Promise<string> => {
    const input = { name: `bound ${role.toLowerCase()}`, role, deployments: [1] };
    return (await mutate('createApiKey', input, 'secret', adminKey)).payload.secret;
  };
  const keys = {
    unboundAdmin: adminKey,
    unboundChat: chatKey,
    boundAdmin: await newKey('ADMIN'),
    boundChat: await newKey('CHAT'),
  };
  const mint = async (body: object): Promise<string> => {
    const answer = await service.rest('POST', '/api/v1/embed/generate-session', body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.sessionId;
  };
  const chat = async (body: object, agentNumber: number): Promise<string> => {
    const path = `/api/v1/public/acme/agents/${agentNumber}/chat/stream-chat-state`;
    const answer = await service.rest('POST', path, { input: 'Hello', ...body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return JSON.parse(String(answer.body).split('\n')[0] ?? '').state.chatId;
  };
  const idOf = async (externalId: string): Promise<number> => {
    const where = { accountId: service.account().id, identifier: externalId };
    return (await service.database.prisma.user.findFirstOrThrow({ where })).id;
  };
  const newName = (mark = 'name') => {
    names += 1;
    return `${mark}-${names}`;
  };
  const disposables = stack.move();
  return {
    service,
    keys,
    newName,
    mutate,
    mint,
    thread: (externalId, agentNumber) => chat({ sessionSettings: { externalId } }, agentNumber),
    async person(deployments, way = 'session', more = {}) {
      const externalId = newName('person');
      const rights = { groups: ['readers'], userAttributes: [{ name: 'level', value: 1 }], ...more };
      for (const deploymentId of deployments) {
        const sessionSettings = { externalId, isEphemeral: false, ...rights };
        if (way === 'session') await mint({ deploymentId, externalId, ...rights });
        else if (way === 'thread') await chat({ sessionSettings }, deploymentId);
        else {
          const body = { query: 'SELECT id FROM sales', sessionSettings };
          const answer = await service.rest('POST', `/api/v1/deployments/${deploymentId}/sql`, body);
          if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
        }
      }
      return { externalId, id: await idOf(externalId) };
    },
    rightsOf: (externalId) => storedUser(service, service.account().id, externalId),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
