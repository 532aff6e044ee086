import type { Logger } from 'pino';
import { inTurnSpan } from './agent/agent-spans.ts';
import { createAgentRuntime } from './agent/runtime.ts';
import { basePathOf, type Config } from './config.ts';
import type { ChatLine } from './contract/stream-lines.ts';
import type { ThreadNotice } from './contract/thread-changes.ts';
import { openDatabase } from './db/database.ts';
import { createRedisResults } from './engines/cache/redis-results.ts';
import { createResultStore, type ResultStore } from './engines/cache/result-store.ts';
import { duckDbBudget } from './engines/duckdb/budget.ts';
import type { AppError } from './errors.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { readTrustedDocuments, type TrustedDocuments } from './graphql/trusted-documents.ts';
import { createMemoryRateLimiter } from './limits/memory-rate-limiter.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { createRedisRateLimiter } from './limits/redis-rate-limiter.ts';
import { readBuiltPages } from './pages/built-pages.ts';
import type { ReadinessCheck } from './rest/readiness.ts';
import { connectRedis, isReady } from './runs/redis-connection.ts';
import { createRedisRunLog } from './runs/redis-run-log.ts';
import { createRedisTopics } from './runs/redis-topics.ts';
import { schema } from './schema/index.ts';
import type { ModelMistake } from './semantic/binding/model-mistake.ts';
import type { QueryEvent } from './semantic/query-event.ts';
import { createRunReaper, interruptAbandonedRuns } from './services/chat/runs.ts';
import { type AppContext, createServices } from './services/create-services.ts';
import type { DeploymentData } from './services/deployments/deployments.ts';
import { openDeployments } from './services/deployments/open-deployments.ts';
import type { ModelReload } from './services/deployments/reload-models.ts';
import { createEmbedOrigins } from './services/embedding/embed-origins.ts';
import { createUserSweeper } from './services/erasure/sweep-expired-users.ts';
import { defaultAccountLimits } from './services/limits/limits.ts';
import { createPurger } from './services/retention/purge.ts';
import { keepAdminKey } from './services/workspace/admin-key-file.ts';
import { applyWorkspace } from './services/workspace/apply-workspace.ts';
import { namesProblems, undeclaredNames, withoutMade } from './services/workspace/check-policy-names.ts';
import type { LoadedWorkspace } from './services/workspace/load-workspace.ts';
import { unusableModels } from './services/workspace/unusable-models.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { formatProblem, ModelError } from './yaml/model-error.ts';

interface OpenServiceOptions {
  readonly config: Config;
  readonly workspace: LoadedWorkspace;
  /** The URL where the service listens. Called only after it does, and only if there is no `config.publicUrl`. */
  readonly ownUrl: () => string;
  readonly logger: Logger;
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
  // Data first, so that mistakes in it are reported before anything is written.
  const opened = await openDeployments(workspace, {
    duckdb: duckDbBudget(config.duckdb),
    results: openResultStore(config, stack),
    onReload: config.production ? undefined : (reload) => logReload(logger, reload),
    onMistakes: (deployment, mistakes) => logMistakes(logger, deployment, mistakes),
    onDataReload: (deployment, error) => logDataReload(logger, deployment, error),
    onQuery: (deployment, event) => logQuery(logger, deployment, event),
    onRepeatedKey: (deployment, warning) => logMistake(logger, 'warn', deployment, warning),
  });
  const deployments = stack.use(opened.deployments);
  const undeclared = undeclaredNames(workspace);
  if (opened.mistakes.length > 0) {
    throw new ModelError([...opened.mistakes, ...namesProblems(undeclared).mistakes]);
  }

  const database = stack.use(
    await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: config.databasePoolSize,
      autoMigrate: config.autoMigrate,
      logger,
    }),
  );
  const { prisma } = database;
  const names = namesProblems(await withoutMade(prisma, undeclared));
  if (names.mistakes.length > 0) throw new ModelError(names.mistakes);
  for (const warning of [...opened.warnings, ...names.warnings]) logger.warn(formatProblem(warning));
  let adminKeyFile: string | undefined;
  await applyWorkspace(prisma, workspace, config.adminApiKeys, now(), async (key) => {
    adminKeyFile = await keepAdminKey(config.dataDir, key);
  });
  if (database.kind === 'pglite') {
    // The lock on the data directory means that no other process can be running these turns.
    const interrupted = await interruptAbandonedRuns({ prisma, now });
    if (interrupted > 0) logger.warn({ interrupted }, 'turns of an earlier process were interrupted');
  }

  const redis =
    config.redisUrl === undefined
      ? null
      : stack.use(
          // Shorter than the lease of the run, so that the log is free when another process resumes the run.
          createRedisRunLog<ChatLine>({ url: config.redisUrl, leaseMs: 0.4 * config.runLeaseMs }),
        );
  const threadNotices =
    config.redisUrl === undefined
      ? undefined
      : stack.use(createRedisTopics<ThreadNotice>({ url: config.redisUrl }));
  const agent = createAgentRuntime({
    providers: config.providers,
    connections: (name) => workspace.accounts.find((account) => account.name === name)?.models ?? [],
    onFault: ({ message, isFinal, ...fault }) => logger[isFinal ? 'error' : 'warn'](fault, message),
  });
  for (const warning of unusableModels(workspace, agent.modelProblem)) logger.warn(formatProblem(warning));

  const rates = stack.use(await openRateLimiter(config.redisUrl, logger));
  const accountLimits = new Map(workspace.accounts.map(({ name, limits }) => [name, limits]));
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
      threadNotices,
      tokenSecret: config.tokenSecret,
      turns: { leaseMs: config.runLeaseMs },
      limits: {
        rates,
        maxTurns,
        anonymousRequestsPerSecond,
        exchangesPerSecond,
        ofAccount: (name) => accountLimits.get(name) ?? defaultAccountLimits,
      },
    }),
  );
  const closing = new AbortController();
  /** Logs a failed ping, unless the service is being closed. Never rejects. */
  async function look(ping: Promise<void>, message: string, where: object = {}): Promise<void> {
    await ping.catch((error: unknown) => {
      if (!closing.signal.aborted) logger.warn({ err: error, ...where }, message);
    });
  }
  // Turns are refused while there is no connection to Redis, so wait for it before the first request.
  if (redis !== null) await look(redis.ping(), 'Redis does not respond');
  for (const data of deployments.all) {
    const deployment = nameOf(data);
    // Not awaited, so that a data source that does not respond does not delay the start.
    void look(data.ping(), 'the data source of this deployment does not respond', { deployment });
  }
  const checks: ReadinessCheck[] = [
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
  const retentions = new Map(workspace.accounts.map(({ name, retention }) => [name, retention]));
  stack.use(createPurger(services, () => retentions, purgeMs));
  stack.use(createRunReaper(services, config.runLeaseMs / 3));
  const pages = await readBuiltPages();
  if (pages === null) {
    logger.warn(
      'the browser pages are not built: run "npm ci && npm run build" and restart; the APIs work without them',
    );
  }
  const embedding = createEmbedOrigins(prisma, workspace.accounts);
  const { trustedProxies } = config;
  const gateway = createGateway({
    embedding,
    services,
    checks,
    logger,
    pages,
    trustedDocuments,
    trustedProxies,
    basePath: config.publicUrl === undefined ? '' : basePathOf(config.publicUrl),
    ...config.graphql,
  });
  void opened.checkKeys();
  stack.defer(() => closing.abort());
  const disposables = stack.move();
  return {
    gateway,
    services,
    adminKeyFile,
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

/** Logs the mismatches between a model and its data, one by one. */
function logMistakes(logger: Logger, data: DeploymentData, mistakes: readonly ModelMistake[]): void {
  for (const mistake of mistakes) logMistake(logger, 'error', data, mistake);
  if (mistakes.length === 0) {
    logger.info({ deployment: nameOf(data) }, 'the data model matches its data source again');
  }
}

function logMistake(
  logger: Logger,
  level: 'error' | 'warn',
  data: DeploymentData,
  mistake: ModelMistake,
): void {
  const { file, line, cube, member, engineError } = mistake;
  const name = member === undefined ? cube : `${cube}.${member}`;
  const where = { deployment: nameOf(data), file, line, member: name, engineError };
  logger[level](where, formatProblem(mistake));
}

/** A query that takes longer is logged as slow. */
const slowQueryMs = 5_000;

/** Logs a query without its text and values: as a warning if it failed or was slow. */
function logQuery(logger: Logger, data: DeploymentData, event: QueryEvent): void {
  const where = { deployment: nameOf(data), ...event };
  if (event.failure !== undefined) logger.warn(where, 'query failed');
  else if (event.ms >= slowQueryMs) logger.warn(where, 'slow query');
  else logger.debug(where, 'query');
}

/** Logs that the data of a deployment has changed, and why it could not be read. */
function logDataReload(logger: Logger, data: DeploymentData, error: AppError | undefined): void {
  const deployment = nameOf(data);
  if (error === undefined) {
    logger.info({ deployment }, 'data reloaded');
    return;
  }
  const issues = error.issues.map(({ path, message }) => `${path}: ${message}`);
  logger.error({ deployment, issues }, 'the changed data cannot be read; the earlier data stays in use');
}

function nameOf({ accountName, number }: DeploymentData): string {
  return `${accountName}/${number}`;
}

/** Logs the result of reloading a model, with its problems one by one. */
function logReload(logger: Logger, reload: ModelReload): void {
  const { folder } = reload;
  if (!reload.ok) {
    for (const problem of reload.problems) logger.error({ folder }, formatProblem(problem));
    logger.error({ folder }, 'the model is not valid; the earlier one stays in use');
    return;
  }
  for (const warning of reload.warnings) logger.warn({ folder }, formatProblem(warning));
  logger.info({ folder }, 'model reloaded');
}
