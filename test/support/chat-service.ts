import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ChatLine } from '../../src/contract/stream-lines.ts';
import type { ThreadNotice } from '../../src/contract/thread-changes.ts';
import type { Database, DatabaseKind } from '../../src/db/database.ts';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import type { RateLimiter } from '../../src/limits/rate-limiter.ts';
import type { BuiltPages } from '../../src/pages/built-pages.ts';
import { createMemoryRunLog, type MemoryRunLogOptions } from '../../src/runs/memory-run-log.ts';
import { createRedisRunLog, type RedisRunLogOptions } from '../../src/runs/redis-run-log.ts';
import { createRedisTopics } from '../../src/runs/redis-topics.ts';
import type { ChatContext } from '../../src/services/chat/chat-context.ts';
import { type AppContext, createServices } from '../../src/services/create-services.ts';
import type { Deployments } from '../../src/services/deployments/deployments.ts';
import { applyWorkspace } from '../../src/services/workspace/apply-workspace.ts';
import { type LoadedWorkspace, loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { openTestDatabase } from './database.ts';
import { openTestLog } from './discreet-log.ts';
import { type GivenLimits, onlyLimits } from './limits.ts';
import { LineClient, type RawRequest } from './line-client.ts';
import { openDeployments } from './open-deployments.ts';

/** The keys that chat-workspace/inlay.yml gives out. */
export const keys = {
  admin: 'acme-admin-key-for-tests-only',
  chat: 'acme-chat-key-for-tests-only',
  /** Bound to deployment 2. */
  bound: 'acme-bound-key-for-tests-only',
  rival: 'rival-admin-key-for-tests-only',
  /** Of an account whose plan has no chat. */
  starter: 'starter-admin-key-for-tests-only',
} as const;

export interface ChatServiceOptions {
  /** Ignored with `database`. @default 'pglite' */
  readonly kind?: DatabaseKind;
  /** A state that outlives this service; whoever opened it disposes of it. */
  readonly database?: Database;
  readonly runTurn: ChatContext['runTurn'];
  readonly now?: () => Date;
  readonly heartbeatMs?: number;
  /** How long a step may take to end once the turns are stopping. @default 10_000 */
  readonly stopMs?: number;
  readonly runLog?: MemoryRunLogOptions;
  /** How often a silent stream is written to. @default 12_000 */
  readonly keepAliveMs?: number;
  /** Run logs on this Redis instead. */
  readonly redis?: RedisRunLogOptions;
  /** @default none */
  readonly limits?: GivenLimits;
  /** Counts rates; whoever opened it disposes of it. @default in memory, by the service's clock */
  readonly rates?: RateLimiter;
  /** The pages for browsers. @default none */
  readonly pages?: BuiltPages | null;
}

/** The service as main.ts composes it, but for the agent, over chat-workspace, on a socket of its own. */
export interface ChatService extends AsyncDisposable {
  readonly url: string;
  readonly gateway: Gateway;
  readonly services: AppContext;
  readonly database: Database;
  /** Responses that were begun and are still open, as the server holds them. */
  readonly responses: ReadonlySet<ServerResponse>;
  /** What was logged as an error: faults that nobody should see. */
  readonly faults: readonly string[];
  /** The address of an agent's chat. @default account acme, agent 1 */
  chatUrl(agent?: number | string, account?: string): string;
  /** Posts to an agent's chat with an API key. */
  chat(
    body: object,
    options?: RawRequest & { key?: string; agent?: number; account?: string },
  ): Promise<LineClient>;
  /** Stops the turns and tells their readers, as SIGTERM does. */
  stopTurns(): Promise<void>;
}

let workspace: Promise<LoadedWorkspace> | undefined;

function readWorkspace(): Promise<LoadedWorkspace> {
  workspace ??= loadWorkspace(join(import.meta.dirname, 'chat-workspace'), {}).then((result) => {
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return result.workspace;
  });
  return workspace;
}

let data: Promise<Deployments> | undefined;

/** The data of the workspace, opened once for all services of this process; it is read only, and ends with the process. */
function openData(): Promise<Deployments> {
  data ??= readWorkspace().then(openDeployments);
  return data;
}

/** Opens the service. Disposing stops its turns, its sockets and, if it opened it, its database. */
export async function openChatService(options: ChatServiceOptions): Promise<ChatService> {
  const { now = () => new Date(), pages = null } = options;
  await using stack = new AsyncDisposableStack();
  const read = await readWorkspace();
  const database = options.database ?? stack.use(await openTestDatabase(options.kind));
  const { prisma } = database;
  await applyWorkspace(prisma, read, [], now(), async () => {});

  const faults: string[] = [];
  const log = stack.use(openTestLog(options.runTurn, Object.values(keys), (line) => void faults.push(line)));
  const { logger, runTurn } = log;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const runLog =
    options.redis === undefined
      ? createMemoryRunLog<ChatLine>(options.runLog)
      : createRedisRunLog<ChatLine>(options.redis);
  const services = stack.use(
    await createServices({
      prisma,
      logger,
      now,
      publicUrl: () => url,
      deployments: await openData(),
      runTurn,
      runLog: stack.use(runLog),
      threadNotices: options.redis && stack.use(createRedisTopics<ThreadNotice>(options.redis)),
      turns: options,
      limits: { ...onlyLimits(options.limits), ...(options.rates && { rates: options.rates }) },
    }),
  );
  const { keepAliveMs } = options;
  const gateway = stack.use(
    createGateway({
      services,
      checks: [],
      pages,
      logger,
      graphiql: false,
      ...(keepAliveMs === undefined ? {} : { keepAliveMs }),
    }),
  );
  const responses = new Set<ServerResponse>();
  server.on('request', (request, response) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
    gateway.listener(request, response);
  });
  stack.defer(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const chatUrl: ChatService['chatUrl'] = (agent = 1, account = 'acme') =>
    `${url}/api/v1/public/${account}/agents/${agent}/chat/stream-chat-state`;
  const disposables = stack.move();
  return {
    url,
    gateway,
    services,
    database,
    responses,
    faults,
    chatUrl,
    chat: (body, { key = keys.admin, agent, account, ...request } = {}) =>
      LineClient.open(chatUrl(agent, account), {
        body,
        ...request,
        headers: { authorization: `Api-Key ${key}`, ...request.headers },
      }),
    stopTurns() {
      services.threadNotices.stop();
      return services.turns.stop();
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

let users = 0;

/** `sessionSettings` of a user that no other test has. */
export function newUser(): { readonly externalId: string } {
  users += 1;
  return { externalId: `user-${process.pid}-${users}` };
}
