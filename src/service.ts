import type { Logger } from 'pino';
import { inTurnSpan } from './agent/agent-spans.ts';
import { createAgentRuntime } from './agent/runtime.ts';
import { basePathOf, type Config } from './config.ts';
import type { ChatLine } from './contract/stream-lines.ts';
import type { ThreadNotice } from './contract/thread-changes.ts';
import { openDatabase } from './db/database.ts';
import { createRedisResults } from './engines/cache/redis-results.ts';
import { createResultStore, type ResultStore } from './engines/cache/result-store.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { readTrustedDocuments, type TrustedDocuments } from './graphql/trusted-documents.ts';
import { createMemoryRateLimiter } from './limits/memory-rate-limiter.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { createRedisRateLimiter } from './limits/redis-rate-limiter.ts';
import { nameOf, openLiveWorkspace } from './live-workspace.ts';
import { readBuiltPages } from './pages/built-pages.ts';
import type { ReadinessCheck } from './rest/readiness.ts';
import { connectRedis, isReady } from './runs/redis-connection.ts';
import { createRedisRunLog } from './runs/redis-run-log.ts';
import { createRedisTopics } from './runs/redis-topics.ts';
import type { Topics } from './runs/topics.ts';
import { schema } from './schema/index.ts';
import { createRunReaper, interruptAbandonedRuns } from './services/chat/runs.ts';
import { type AppContext, createServices } from './services/create-services.ts';
import { createEmbedOrigins } from './services/embedding/embed-origins.ts';
import { createUserSweeper } from './services/erasure/sweep-expired-users.ts';
import { defaultAccountLimits } from './services/limits/limits.ts';
import { createPurger } from './services/retention/purge.ts';
import type { LoadedWorkspace, WorkspaceResult } from './services/workspace/load-workspace.ts';
import { readEvaluations } from './services/workspace/read-evaluations.ts';
import { unusableModels } from './services/workspace/unusable-models.ts';
import { type ReloadNotice, type SharedReloads, shareReloads } from './shared-reloads.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { formatProblem } from './yaml/model-error.ts';

interface OpenServiceOptions {
  readonly config: Config;
  readonly workspace: LoadedWorkspace;
  /** The URL where the service listens. Called only after it does, and only if there is no `config.publicUrl`. */
  readonly ownUrl: () => string;
  readonly logger: Logger;
  /** Reads the workspace again. Without it, the first one stays in use. */
  readonly reload?: () => Promise<WorkspaceResult>;
  /** @default the system's */
  readonly now?: () => Date;
}

/** The whole service, ready for requests. */
export interface Service extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly services: AppContext;
  /** The file with the admin key that this start has generated, if it did. */
  readonly adminKeyFile: string | undefined;
  /**
   * Reads the workspace again and uses it from now on, for new requests, here and in the other processes of the same Redis. If it
   * is not valid, the log says why, and the earlier one stays in use. Never rejects.
   */
  reloadWorkspace(): Promise<void>;
  /**
   * Stops running turns after their current step and refuses new ones. Everything else continues.
   */
  stopTurns(): Promise<void>;
}

/**
 * Opens everything that the configuration names. Disposing closes it in reverse order.
 * @throws StateError, AppError, ModelError, whose messages and issues say what to do
 */
export async function openService(options: OpenServiceOptions): Promise<Service> {
  const { config, workspace, ownUrl, logger } = options;
  const now = options.now ?? (() => new Date());
  await using stack = new AsyncDisposableStack();

  const { telemetry } = config;
  const { endpoint, withContents, metricsPort } = telemetry;
  const sends = endpoint !== undefined;
  stack.use(await startTelemetry({ sends, withContents, metricsPort, host: config.host, logger }));
  const trustedDocuments = await openTrustedDocuments(config.graphql);
  const opening = openLiveWorkspace(workspace, {
    config,
    logger,
    results: openResultStore(config, stack),
  });
  // Both wait for others most of the time. Mistakes in the data are reported before anything is written.
  const [openedData, openedState] = await Promise.allSettled([
    opening,
    openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: config.databasePoolSize,
      autoMigrate: config.autoMigrate,
      mayWrite: opening,
      logger,
    }),
  ]);
  if (openedData.status === 'fulfilled') stack.use(openedData.value);
  if (openedState.status === 'fulfilled') stack.use(openedState.value);
  if (openedData.status === 'rejected') throw openedData.reason;
  if (openedState.status === 'rejected') throw openedState.reason;
  const [live, database] = [openedData.value, openedState.value];
  const { deployments } = live;
  const { prisma } = database;
  const { adminKeyFile } = await live.apply(prisma, now());
  if (database.kind === 'pglite') {
    // The lock on the data directory means that no other process can be running these turns.
    const interrupted = await interruptAbandonedRuns({ prisma, now });
    if (interrupted > 0) logger.warn({ interrupted }, 'turns of an earlier process were interrupted');
  }

  const { redisUrl, runLeaseMs } = config;
  const redis =
    redisUrl === undefined
      ? null
      : stack.use(
          createRedisRunLog<ChatLine>({
            url: redisUrl,
            // Shorter than the lease of the run, so that the log is free when another process resumes the run.
            leaseMs: 0.4 * runLeaseMs,
            // The log is read once more when the run is marked interrupted.
            graceMs: Math.max(60_000, runLeaseMs),
          }),
        );
  const topics =
    config.redisUrl === undefined
      ? undefined
      : stack.use(createRedisTopics<ThreadNotice | ReloadNotice>({ url: config.redisUrl }));
  const agent = createAgentRuntime({
    providers: config.providers,
    connections: (name) => live.account(name)?.models ?? [],
    onFault: ({ message, isFinal, ...fault }) => logger[isFinal ? 'error' : 'warn'](fault, message),
  });
  for (const warning of unusableModels(workspace, agent.modelProblem)) logger.warn(formatProblem(warning));

  const rates = stack.use(await openRateLimiter(config.redisUrl, logger));
  const { maxTurns, anonymousRequestsPerSecond, exchangesPerSecond } = config;
  const services = stack.use(
    await createServices({
      prisma,
      logger,
      now,
      publicUrl: () => config.publicUrl ?? ownUrl(),
      deployments,
      runTurn: (request) => inTurnSpan(request, () => agent.runTurn(request)),
      runLog: redis ?? undefined,
      // Messages of one topic are of one kind.
      threadNotices: topics as Topics<ThreadNotice> | undefined,
      tokenSecret: config.tokenSecret,
      turns: { leaseMs: config.runLeaseMs },
      evaluations: () => readEvaluations(config.workspace),
      embedOrigins: (name) => live.account(name)?.embedOrigins ?? [],
      limits: {
        rates,
        maxTurns,
        anonymousRequestsPerSecond,
        exchangesPerSecond,
        ofAccount: (name) => live.account(name)?.limits ?? defaultAccountLimits,
      },
    }),
  );
  if (redis !== null) {
    // Turns are refused while there is no connection to Redis, so wait for it before the first request.
    await redis.ping().catch((error: unknown) => logger.warn({ err: error }, 'Redis does not respond'));
  }
  const checks = (): ReadinessCheck[] => [
    { name: 'database', essential: true, ping: () => database.ping() },
    ...(redis === null ? [] : [{ name: 'redis', essential: true, ping: () => redis.ping() }]),
    ...deployments.all.map((data) => ({
      name: `deployment ${nameOf(data)}`,
      of: { account: data.accountName, kind: 'deployments' },
      essential: false,
      ping: () => data.ping(),
      problems: () => {
        const { mistakes, warnings } = data.problems?.() ?? { mistakes: [], warnings: [] };
        return { mistakes: mistakes.map(formatProblem), warnings: warnings.map(formatProblem) };
      },
    })),
  ];
  stack.use(createUserSweeper(services, sweepMs));
  const retentions = () => new Map(live.workspace.accounts.map(({ name, retention }) => [name, retention]));
  stack.use(createPurger(services, retentions, purgeMs));
  stack.use(createRunReaper(services, config.runLeaseMs / 3));
  const pages = await readBuiltPages();
  if (pages === null) {
    logger.warn(
      'the browser pages are not built: run "npm ci && npm run build" and restart; the APIs work without them',
    );
  }
  const embedding = createEmbedOrigins(prisma, () => live.workspace.accounts);
  const { trustedProxies } = config;
  const gateway = stack.use(
    createGateway({
      embedding,
      services,
      get checks() {
        return checks();
      },
      logger,
      pages,
      trustedDocuments,
      trustedProxies,
      basePath: config.publicUrl === undefined ? '' : basePathOf(config.publicUrl),
      ...config.graphql,
    }),
  );
  void live.checkKeys();
  const { reload } = options;
  let shared: SharedReloads | undefined;
  const reloadWorkspace = async (ifChanged = false) => {
    if (reload !== undefined && (await live.reload(prisma, now, reload, { ifChanged }))) shared?.tell();
  };
  if (reload !== undefined && topics !== undefined) {
    const onReload = async () => void (await live.reload(prisma, now, reload, { ifChanged: true }));
    shared = stack.use(shareReloads(topics as Topics<ReloadNotice>, onReload));
  }
  // Another process on the same folder may have seen the change first.
  if (reload !== undefined && !config.production) stack.use(live.watch(() => reloadWorkspace(true)));
  const disposables = stack.move();
  return {
    gateway,
    services,
    adminKeyFile,
    reloadWorkspace: () => reloadWorkspace(),
    stopTurns: () => {
      services.threadNotices.stop();
      return services.turns.stop();
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

async function openTrustedDocuments({
  documents,
  trustedOnly,
}: Config['graphql']): Promise<TrustedDocuments> {
  const read = documents === undefined ? new Map() : await readTrustedDocuments(documents, schema);
  return { documents: read, only: trustedOnly };
}

/** How long a query waits for Redis before it asks its data source. */
const resultReplyMs = 500;

/** @param stack closes the connection to Redis */
function openResultStore(
  { queryCacheBytes: maxBytes, redisUrl }: Config,
  stack: AsyncDisposableStack,
): ResultStore | undefined {
  if (maxBytes === 0) return undefined;
  if (redisUrl === undefined) return stack.use(createResultStore(maxBytes));
  const client = connectRedis(redisUrl, { replyMs: resultReplyMs, name: 'inlay-results' });
  return stack.use(createResultStore(maxBytes, stack.use(createRedisResults({ client, maxBytes }))));
}

/** Time between two erasures of users whose life is over. */
const sweepMs = 5_000;

/** Time between two looks for what accounts keep no longer. */
const purgeMs = 60_000;

/** How long a request waits for Redis to count it before it is counted in memory. */
const rateReplyMs = 250;

/** How long the start waits for the connection to Redis that counts requests. */
const rateConnectMs = 1_000;

async function openRateLimiter(redisUrl: string | undefined, logger: Logger): Promise<RateLimiter> {
  if (redisUrl === undefined) return createMemoryRateLimiter();
  const client = connectRedis(redisUrl, { replyMs: rateReplyMs, name: 'inlay-limits' });
  await isReady(client, rateConnectMs);
  return createRedisRateLimiter({
    client,
    onChange: (reachable) => {
      if (reachable) logger.info('rates are counted on Redis again');
      else logger.warn('Redis does not respond: until it does, each process counts rates on its own');
    },
  });
}
