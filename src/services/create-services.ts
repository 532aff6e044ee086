import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { ChatLine } from '../contract/stream-lines.ts';
import type { ThreadNotice } from '../contract/thread-changes.ts';
import type { PrismaClient } from '../db/generated/client.ts';
import { createMemoryRateLimiter } from '../limits/memory-rate-limiter.ts';
import { createMemoryRunLog } from '../runs/memory-run-log.ts';
import type { RunLog } from '../runs/run-log.ts';
import { createMemoryTopics, type Topics } from '../runs/topics.ts';
import { metrics } from '../telemetry/metrics.ts';
import { createSessionTokens, loadSigningSecrets, type SessionTokens } from './access/session-token.ts';
import type { ChatContext } from './chat/chat-context.ts';
import { createLiveTurns, type LiveTurnsOptions } from './chat/live-turns.ts';
import type { ServiceContext } from './context.ts';
import { createLimits, type LimitsOptions } from './limits/limits.ts';

/** The context of all services in one process. */
export interface AppContext extends ChatContext {
  readonly tokens: SessionTokens;
}

/** What the services need from outside. The caller closes what it passes in. */
interface ServicePorts extends Pick<ChatContext, 'deployments' | 'runTurn'> {
  readonly prisma: PrismaClient;
  readonly logger: Logger;
  /** Where clients reach this service, without a trailing slash. Called whenever it is needed. */
  readonly publicUrl: () => string;
  /** @default the system's clock */
  readonly now?: (() => Date) | undefined;
  /** @default in memory, closed with the services */
  readonly runLog?: RunLog<ChatLine> | undefined;
  /** @default in memory, closed with the services */
  readonly threadNotices?: Topics<ThreadNotice> | undefined;
  /** As `loadSigningSecrets` reads it. @default a key kept in the database */
  readonly tokenSecret?: string | undefined;
  readonly turns?: Pick<LiveTurnsOptions, 'leaseMs' | 'heartbeatMs' | 'stopMs'>;
  /** Rates are counted in memory, by the services' clock, unless `rates` says otherwise. */
  readonly limits?: Partial<LimitsOptions>;
  /** @default none */
  readonly evaluations?: ServiceContext['evaluations'] | undefined;
  /** @default none */
  readonly embedOrigins?: ((accountName: string) => readonly string[]) | undefined;
}

/** Creates the services' context. Disposing it ends the turns that run in this process. */
export async function createServices(ports: ServicePorts): Promise<AppContext & AsyncDisposable> {
  const { prisma, logger, deployments, runTurn, now = () => new Date() } = ports;
  const tokens = createSessionTokens(await loadSigningSecrets(prisma, ports.tokenSecret));
  await using stack = new AsyncDisposableStack();
  const runLog = ports.runLog ?? stack.use(createMemoryRunLog<ChatLine>());
  const threadNotices = ports.threadNotices ?? stack.use(createMemoryTopics<ThreadNotice>());
  const turns = stack.use(createLiveTurns({ ...ports.turns, prisma, owner: randomUUID(), now, logger }));
  const limits = createLimits({ rates: createMemoryRateLimiter(() => now().getTime()), ...ports.limits });
  stack.use(
    metrics.turns.observe(() => [
      [limits.turns.active, { state: 'running' }],
      [limits.turns.waiting, { state: 'waiting' }],
    ]),
  );
  const disposables = stack.move();
  return {
    prisma,
    now,
    newId: uuidv7,
    get publicUrl() {
      return ports.publicUrl();
    },
    logger,
    runLog,
    threadNotices,
    turns,
    deployments,
    runTurn,
    tokens,
    limits,
    embedOrigins: ports.embedOrigins ?? (() => []),
    evaluations: ports.evaluations ?? (async () => []),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
