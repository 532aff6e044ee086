import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { type Config, defaultPublicUrl, formatConfigProblem, loadConfig } from './config.ts';
import { StateError } from './db/state-error.ts';
import { AppError } from './errors.ts';
import { closeServer, endConnectionsAfterResponses } from './http/orderly-end.ts';
import { requestTimeouts } from './http/server-limits.ts';
import { openService, type Service } from './service.ts';
import { type LoadedWorkspace, loadWorkspace } from './services/workspace/load-workspace.ts';
import { formatProblem, ModelError } from './yaml/model-error.ts';

/** How long what is running has at least to end by itself before turns are stopped. */
const finishMs = 1_000;

/** How long connections may take to end once turns have. */
const closeMs = 10_000;

/** How long a signal after the first counts as the same: npm and `node --watch` pass on what a terminal has sent to all. */
const echoMs = 1_000;

/** Longer than load balancers keep an idle connection (60 s is usual), so that none sends into one that just ended. */
const keepAliveMs = 65_000;

async function main(): Promise<void> {
  const loaded = loadConfig(process.env);
  const { WORKSPACE = 'examples/shop' } = process.env;
  const result = await loadWorkspace(loaded.ok ? loaded.config.workspace : WORKSPACE, process.env);
  if (!loaded.ok || !result.ok) {
    const environment = loaded.ok ? [] : loaded.problems.map(formatConfigProblem);
    return fail([...environment, ...(result.ok ? [] : result.problems.map(formatProblem))]);
  }
  const { config } = loaded;
  const logger = pino({ level: config.logLevel });
  for (const warning of result.warnings) logger.warn(formatProblem(warning));

  const stopping = stopSignal();
  const timeouts = requestTimeouts(config.requestSeconds);
  const server = createServer({ keepAliveTimeout: keepAliveMs, ...timeouts });
  server.maxConnections = config.maxConnections;
  let service: Service;
  try {
    service = await start(server, config, result.workspace, logger);
  } catch (error) {
    return fail(startProblems(error));
  }
  const signal = await stopping;
  try {
    await stop(signal, server, service, config.drainMs, logger);
  } catch (error) {
    logger.fatal({ err: error }, 'not stopped in order');
    process.exitCode = 1;
  }
  // What libraries have left behind, such as timers of connections, keeps nobody waiting.
  process.exit();
}

/** Opens the service, and only then the port: whoever is let in is served. */
async function start(
  server: Server,
  config: Config,
  workspace: LoadedWorkspace,
  logger: Logger,
): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const ownUrl = () => defaultPublicUrl(config.host, (server.address() as AddressInfo).port);
  const service = stack.use(await openService({ config, workspace, ownUrl, logger }));
  if (service.generatedAdminKey !== undefined) {
    process.stdout.write(`admin key, shown only this once: ${service.generatedAdminKey}\n`);
  }
  server.on('request', service.gateway.listener);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  process.stdout.write(`inlay ready on ${ownUrl()}\n`);
  stack.move();
  return service;
}

/** What kept the service from starting, in words for whoever started it; a fault keeps its stack. */
function startProblems(error: unknown): string[] {
  if (error instanceof ModelError) return error.problems.map(formatProblem);
  if (error instanceof AppError && error.issues.length > 0) {
    return error.issues.map(({ path, message }) => `inlay.yml ${path}: ${message}`);
  }
  if (error instanceof AppError || error instanceof StateError) return [error.message];
  if (error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen') {
    return [`HOST, PORT: cannot listen there (${error.code}). Is another service on this port?`];
  }
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

function fail(problems: readonly string[]): never {
  process.stderr.write(`inlay cannot start:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exit(1);
}

/** The first signal to stop; a second one ends the process at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstMs: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (firstMs !== undefined && performance.now() - firstMs > echoMs) process.exit(1);
      firstMs ??= performance.now();
      resolve(signal);
    });
  }
  return promise;
}

/**
 * Ends in order. For `drainMs` everything is served, while `/ready` says no and each response ends its connection, so that
 * load balancers that ask go elsewhere. Then connections are refused, so that those that do not ask do so too, and what has
 * come is answered, with as much time again, a second at least, for turns to end by themselves. Those that are left end with
 * their step and are stored, their readers are told, and the state is closed. SIGINT, of a terminal, is in a hurry.
 */
async function stop(
  signal: NodeJS.Signals,
  server: Server,
  service: Service,
  drainMs: number,
  logger: Logger,
): Promise<void> {
  logger.info({ signal }, 'stopping');
  const servingMs = signal === 'SIGTERM' ? drainMs : 0;
  service.gateway.drain();
  endConnectionsAfterResponses(server);
  await sleep(servingMs);
  const closed = closeServer(server);
  await Promise.race([closed, sleep(Math.max(servingMs, finishMs))]);
  await service.stopTurns();
  const timer = setTimeout(() => server.closeAllConnections(), closeMs);
  await closed;
  clearTimeout(timer);
  await service[Symbol.asyncDispose]();
  logger.info('stopped');
}

await main();
