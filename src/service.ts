import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { createAgentRuntime } from './agent/runtime.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { createGateway, type Gateway, type ReadinessCheck } from './gateway.ts';
import { createMemoryRunLog } from './runs/memory-run-log.ts';
import { createRedisRunLog } from './runs/redis-run-log.ts';
import type { Services } from './schema/context.ts';
import { formatProblem } from './semantic/model/model-error.ts';
import type { ChatLine } from './services/chat/chat-line.ts';
import { createLiveTurns } from './services/chat/live-turns.ts';
import { interruptAbandonedRuns } from './services/chat/runs.ts';
import { openDeployments } from './services/deployments/open-deployments.ts';
import type { ModelReload } from './services/deployments/reload-models.ts';
import { createSessionTokens, loadSigningSecrets } from './services/sessions/session-token.ts';
import { createUserSweeper } from './services/users/sweep-expired-users.ts';
import { applyWorkspace } from './services/workspace/apply-workspace.ts';
import type { LoadedWorkspace } from './services/workspace/load-workspace.ts';

export interface OpenServiceOptions {
  readonly config: Config;
  readonly workspace: LoadedWorkspace;
  /** Where clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
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
  /** Stops running turns at their next step and tells their readers; nothing else ends. */
  stopTurns(): Promise<void>;
}

/**
 * Opens everything that the configuration names, in the order of dependence: state, workspace, data, agent, doors.
 * Disposing closes it in the reverse order.
 * @throws StateError, AppError: their messages and issues say what to do
 */
export async function openService(options: OpenServiceOptions): Promise<Service> {
  const { config, workspace, publicUrl, logger } = options;
  const now = options.now ?? (() => new Date());
  await using stack = new AsyncDisposableStack();

  // Data first: what is wrong with it is told before anything is written.
  const deployments = stack.use(
    await openDeployments(
      workspace,
      config.production ? {} : { onReload: (reload) => logReload(logger, reload) },
    ),
  );

  const database = stack.use(
    await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger }),
  );
  const { prisma } = database;
  const { generatedAdminKey } = await applyWorkspace(prisma, workspace, config.adminApiKey, now());
  if (database.kind === 'pglite') {
    // The data directory's lock says that no other process runs a turn on this state.
    const interrupted = await interruptAbandonedRuns({ prisma, now });
    if (interrupted > 0) logger.warn({ interrupted }, 'turns of an earlier process were interrupted');
  }

  const tokens = createSessionTokens(await loadSigningSecrets(prisma, config.tokenSecret));
  const redis =
    config.redisUrl === undefined ? null : stack.use(createRedisRunLog<ChatLine>({ url: config.redisUrl }));
  const runLog = redis ?? stack.use(createMemoryRunLog<ChatLine>());
  const turns = stack.use(createLiveTurns({ prisma, owner: randomUUID(), now, logger }));
  const agent = createAgentRuntime({
    providers: config.providers,
    onFault: (error) => logger.error({ err: error }, 'agent'),
  });
  for (const { name, agents } of workspace.accounts) {
    for (const { id, model } of agents) {
      const problem = agent.modelProblem(model);
      if (problem !== null) logger.warn({ account: name, agent: id }, `this agent cannot answer: ${problem}`);
    }
  }

  const services: Services = {
    prisma,
    now,
    newId: uuidv7,
    publicUrl,
    logger,
    runLog,
    turns,
    deployments,
    runTurn: (request) => agent.runTurn(request),
    tokens,
  };
  // Not awaited: turns are refused until it is there, everything else works.
  void redis?.ping().catch((error: unknown) => logger.warn({ err: error }, 'Redis does not answer'));
  for (const data of deployments.all) {
    const name = `${data.accountName}/${data.number}`;
    // Not awaited: a source that is down must not hold up those that are not.
    void data.ping().catch((error: unknown) => {
      logger.warn({ err: error, deployment: name }, 'the data source of this deployment does not answer');
    });
  }
  const checks: ReadinessCheck[] = [
    { name: 'database', essential: true, ping: () => database.ping() },
    ...(redis === null ? [] : [{ name: 'redis', essential: true, ping: () => redis.ping() }]),
    ...deployments.all.map((data) => ({
      name: `deployment ${data.accountName}/${data.number}`,
      essential: false,
      ping: () => data.ping(),
    })),
  ];
  stack.use(createUserSweeper(services));
  const gateway = createGateway({ services, checks, logger, ...config.graphql });
  const disposables = stack.move();
  return {
    gateway,
    services,
    generatedAdminKey,
    stopTurns: async () => turns[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
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
