import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { createAgentRuntime } from './agent/runtime.ts';
import { basePathOf, type Config, type GraphQLConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { duckDbBudget } from './engines/duckdb-budget.ts';
import { createGateway, type Gateway, type ReadinessCheck } from './gateway.ts';
import { readTrustedDocuments, type TrustedDocuments } from './graphql/trusted-documents.ts';
import { createMemoryRateLimiter } from './limits/memory-rate-limiter.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { createRedisRateLimiter } from './limits/redis-rate-limiter.ts';
import { readBuiltPages } from './pages/built-pages.ts';
import { createMemoryRunLog } from './runs/memory-run-log.ts';
import { connectRedis, isReady } from './runs/redis-connection.ts';
import { createRedisRunLog } from './runs/redis-run-log.ts';
import type { Services } from './schema/context.ts';
import { schema } from './schema/index.ts';
import type { ModelMistake } from './semantic/binding/model-mistake.ts';
import { createSessionTokens, loadSigningSecrets } from './services/access/session-token.ts';
import type { ChatLine } from './services/chat/chat-line.ts';
import { createLiveTurns } from './services/chat/live-turns.ts';
import { interruptAbandonedRuns } from './services/chat/runs.ts';
import { createRunReaper } from './services/chat/turns/reap-runs.ts';
import type { DeploymentData } from './services/deployments/deployments.ts';
import { inspectDeployments } from './services/deployments/open-deployments.ts';
import type { ModelReload } from './services/deployments/reload-models.ts';
import { createEmbedOrigins } from './services/embedding/embed-origins.ts';
import { createUserSweeper } from './services/erasure/sweep-expired-users.ts';
import { createLimits } from './services/limits/limits.ts';
import { applyWorkspace } from './services/workspace/apply-workspace.ts';
import { namesProblems, undeclaredNames, withoutMade } from './services/workspace/check-policy-names.ts';
import type { LoadedWorkspace } from './services/workspace/load-workspace.ts';
import { formatProblem, ModelError } from './yaml/model-error.ts';

export interface OpenServiceOptions {
  readonly config: Config;
  readonly workspace: LoadedWorkspace;
  /** Where the service listens, asked for once it does; clients reach it there unless `config.publicUrl` says where. */
  readonly ownUrl: () => string;
  readonly logger: Logger;
  /** @default the system's */
  readonly now?: () => Date;
}

/** The whole service, ready to answer. */
export interface Service extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly services: Services;
  /** The admin key, when this start made it; it can be shown only now. */
  readonly generatedAdminKey: string | undefined;
  /**
   * Stops running turns at their next step and tells their readers; new ones are refused from now on, nothing else ends.
   */
  stopTurns(): Promise<void>;
}

/**
 * Opens everything that the configuration names, in the order of dependence: state, workspace, data, agent, doors.
 * Disposing closes it in the reverse order.
 * @throws StateError, AppError, ModelError: their messages and issues say what to do
 */
export async function openService(options: OpenServiceOptions): Promise<Service> {
  const { config, workspace, ownUrl, logger } = options;
  const now = options.now ?? (() => new Date());
  await using stack = new AsyncDisposableStack();

  const trustedDocuments = await openTrustedDocuments(config.graphql);
  // Data first: what is wrong with it is told before anything is written.
  const inspected = await inspectDeployments(workspace, {
    duckdb: duckDbBudget(config.duckdb),
    onReload: config.production ? undefined : (reload) => logReload(logger, reload),
    onMistakes: (deployment, mistakes) => logMistakes(logger, deployment, mistakes),
    onRepeatedKey: (deployment, warning) => logMistake(logger, 'warn', deployment, warning),
  });
  const deployments = stack.use(inspected.deployments);
  const undeclared = undeclaredNames(workspace);
  if (inspected.mistakes.length > 0) {
    throw new ModelError([...inspected.mistakes, ...namesProblems(undeclared).mistakes]);
  }

  const database = stack.use(
    await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: config.databasePoolSize,
      logger,
    }),
  );
  const { prisma } = database;
  const names = namesProblems(await withoutMade(prisma, undeclared));
  if (names.mistakes.length > 0) throw new ModelError(names.mistakes);
  for (const warning of [...inspected.warnings, ...names.warnings]) logger.warn(formatProblem(warning));
  const { generatedAdminKey } = await applyWorkspace(prisma, workspace, config.adminApiKey, now());
  if (database.kind === 'pglite') {
    // The data directory's lock says that no other process runs a turn on this state.
    const interrupted = await interruptAbandonedRuns({ prisma, now });
    if (interrupted > 0) logger.warn({ interrupted }, 'turns of an earlier process were interrupted');
  }

  const tokens = createSessionTokens(await loadSigningSecrets(prisma, config.tokenSecret));
  const redis =
    config.redisUrl === undefined
      ? null
      : stack.use(
          // Shorter than the run's own lease: once that is over, so is the log's, and another node can take the run up.
          createRedisRunLog<ChatLine>({ url: config.redisUrl, leaseMs: 0.4 * config.runLeaseMs }),
        );
  const runLog = redis ?? stack.use(createMemoryRunLog<ChatLine>());
  const turns = stack.use(
    createLiveTurns({ prisma, owner: randomUUID(), now, logger, leaseMs: config.runLeaseMs }),
  );
  const agent = createAgentRuntime({
    providers: config.providers,
    onFault: ({ message, isFinal, ...fault }) => logger[isFinal ? 'error' : 'warn'](fault, message),
  });
  for (const [account, { agents }] of workspace.accounts.entries()) {
    for (const [index, { model }] of agents.entries()) {
      const problem = agent.modelProblem(model);
      if (problem === null) continue;
      const path = ['accounts', account, 'agents', index, 'model'];
      const [warning] = workspace.problemsAt(path, `This agent cannot answer: ${problem}.`);
      if (warning !== undefined) logger.warn(formatProblem(warning));
    }
  }

  const rates = stack.use(await openRateLimiter(config.redisUrl, logger));
  const { maxTurns, anonymousRequestsPerSecond, exchangesPerSecond } = config;
  const limits = createLimits({
    rates,
    accounts: workspace.accounts,
    maxTurns,
    anonymousRequestsPerSecond,
    exchangesPerSecond,
  });
  const services: Services = {
    prisma,
    now,
    newId: uuidv7,
    get publicUrl() {
      return config.publicUrl ?? ownUrl();
    },
    logger,
    runLog,
    turns,
    deployments,
    runTurn: (request) => agent.runTurn(request),
    tokens,
    limits,
  };
  const closing = new AbortController();
  /** Never rejects. A service that closes meanwhile gets no answer either. */
  async function look(ping: Promise<void>, message: string, where: object = {}): Promise<void> {
    await ping.catch((error: unknown) => {
      if (!closing.signal.aborted) logger.warn({ err: error, ...where }, message);
    });
  }
  // Turns are refused until Redis is there: the first of them must not come before a connection does.
  if (redis !== null) await look(redis.ping(), 'Redis does not answer');
  for (const data of deployments.all) {
    const deployment = nameOf(data);
    // Not awaited: a source that is down must not hold up those that are not.
    void look(data.ping(), 'the data source of this deployment does not answer', { deployment });
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
  stack.use(createUserSweeper(services));
  stack.use(createRunReaper(services, config.runLeaseMs / 3));
  const pages = await readBuiltPages();
  if (pages === null) {
    logger.warn(
      'the pages for browsers are not built: run "npm ci && npm run build" and start again; the APIs work without',
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
  void inspected.checkKeys();
  stack.defer(() => closing.abort());
  const disposables = stack.move();
  return {
    gateway,
    services,
    generatedAdminKey,
    stopTurns: () => turns.stop(),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

async function openTrustedDocuments({
  documents,
  trustedOnly,
}: GraphQLConfig): Promise<TrustedDocuments | null> {
  if (documents === undefined) return null;
  return { documents: await readTrustedDocuments(documents, schema), only: trustedOnly };
}

/** How long a request waits for Redis to count it, before it is counted here. */
const rateReplyMs = 250;

/** How long the first request waits for the connection that it is counted through. */
const rateConnectMs = 1_000;

async function openRateLimiter(redisUrl: string | undefined, logger: Logger): Promise<RateLimiter> {
  if (redisUrl === undefined) return createMemoryRateLimiter();
  const client = connectRedis(redisUrl, { replyMs: rateReplyMs, name: 'inlay-limits' });
  await isReady(client, rateConnectMs);
  return createRedisRateLimiter({
    client,
    onChange: (reachable) => {
      if (reachable) logger.info('rates are counted on Redis again');
      else logger.warn('Redis does not answer: until it does, each process counts rates by itself');
    },
  });
}

/** Tells the operator what is wrong with a model against its data, each mistake by itself. */
function logMistakes(logger: Logger, data: DeploymentData, mistakes: readonly ModelMistake[]): void {
  for (const mistake of mistakes) logMistake(logger, 'error', data, mistake);
  if (mistakes.length === 0) {
    logger.info({ deployment: nameOf(data) }, 'the data model fits its data source again');
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

function nameOf({ accountName, number }: DeploymentData): string {
  return `${accountName}/${number}`;
}

/** Tells a developer what came of a change to a model, each problem by itself. */
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
