import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import pino, { type Logger } from 'pino';
import { type Config, defaultPublicUrl, loadConfig } from './config.ts';
import { StateError } from './db/state-error.ts';
import { AppError } from './errors.ts';
import { closeServer, endConnectionsAfterResponses } from './http/orderly-end.ts';
import { requestTimeouts } from './http/server-limits.ts';
import { readSecretFiles } from './secret-files.ts';
import { openService, type Service } from './service.ts';
import { type LoadedWorkspace, loadWorkspace } from './services/workspace/load-workspace.ts';
import { formatProblem, ModelError } from './yaml/model-error.ts';

/** Minimum time for running requests to finish before turns are stopped. */
const finishMs = 1_000;

/** How long connections may stay open after turns have stopped. */
const closeMs = 10_000;

/** Signals within this time count as one, since npm and `node --watch` forward signals that the terminal sends to all processes. */
const echoMs = 1_000;

/** How long what libraries have left behind, such as timers, may keep a process that has ended. */
const leftoverMs = 1_000;

/** Longer than load balancers keep idle connections (usually 60 s), so that they do not use one that was just closed. */
const keepAliveMs = 65_000;

async function main(): Promise<void> {
  const { env, problems: ofSecrets } = readSecretFiles(process.env);
  const problems = [...ofSecrets, ...(await documentsProblems(env['GRAPHQL_DOCUMENTS']))];
  const loaded = loadConfig(env);
  const { WORKSPACE = 'examples/shop' } = env;
  const result = await loadWorkspace(loaded.ok ? loaded.config.workspace : WORKSPACE, env);
  if (!loaded.ok || !result.ok || problems.length > 0) {
    const environment = loaded.ok ? [] : loaded.problems;
    if (loaded.ok && result.ok) return fail(problems);
    return fail([...problems, ...environment, ...(result.ok ? [] : result.problems.map(formatProblem))]);
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
    return fail(startProblems(error, config));
  }
  // On a terminal, the signal means that the terminal was closed.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void service.reloadWorkspace());
  const signal = await stopping;
  try {
    await stop(signal, server, service, config.drainMs, logger);
  } catch (error) {
    logger.fatal({ err: error }, 'the shutdown failed');
    return end(1);
  }
  end(0);
}

/**
 * Ends the process when nothing is left to do. At `process.exit`, Node waits for compilations on other threads, which takes
 * seconds, and for ever if one of them waits for memory to be collected (nodejs/node#54918): that is for leftovers alone.
 */
function end(exitCode: number): void {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(), leftoverMs).unref();
}

/** Documents are read later, when all else is valid; whether there are any is known before. */
async function documentsProblems(path: string | undefined): Promise<string[]> {
  if (!path?.trim()) return [];
  try {
    await access(path, constants.R_OK);
    return [];
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    return [`GRAPHQL_DOCUMENTS: the file cannot be read (${reason}).`];
  }
}

/** The workspace as it is now, with secrets as their files are now. */
function readWorkspace({ workspace }: Config) {
  return loadWorkspace(workspace, readSecretFiles(process.env).env);
}

/** Opens the service, and only then the port for good, so that load balancers send nothing before. */
async function start(
  server: Server,
  config: Config,
  workspace: LoadedWorkspace,
  logger: Logger,
): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  // A start that cannot listen must change nothing: another service may be using the same state.
  await tryPort(config);
  // Requests are still answered once the port is closed, when the server has no address any more.
  let url = '';
  const service = stack.use(
    await openService({ config, workspace, reload: () => readWorkspace(config), ownUrl: () => url, logger }),
  );
  if (service.adminKeyFile !== undefined) {
    process.stdout.write(`an admin key was generated; it is in ${service.adminKeyFile}\n`);
  }
  server.on('request', service.gateway.listener);
  await listen(server, config);
  url = defaultPublicUrl(config.host, (server.address() as AddressInfo).port);
  if (config.publicUrl !== undefined) process.stdout.write(`clients reach it at ${config.publicUrl}\n`);
  process.stdout.write(`inlay ready on ${url}\n`);
  stack.move();
  return service;
}

async function listen(server: TcpServer, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/**
 * Binds the port without listening on it, by connecting from it to another one: nobody can connect to it.
 * @throws as `listen` would
 */
async function tryPort({ host, port }: Config): Promise<void> {
  // It closes the connection, so that the wait that follows is on its port.
  const other = createTcpServer((accepted) => accepted.end());
  await listen(other, { host, port: 0 });
  const { address, port: otherPort } = other.address() as AddressInfo;
  const socket = connect({ host: address, port: otherPort, localAddress: address, localPort: port });
  try {
    await once(socket.resume(), 'close');
  } finally {
    other.close();
  }
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Is another service on this port?',
  EADDRNOTAVAIL: 'This machine has no such address.',
  EACCES: 'This user may not open that port.',
};

/** Why the service did not start. An unexpected error is shown with its stack. */
function startProblems(error: unknown, { host, telemetry: { metricsPort } }: Config): string[] {
  if (error instanceof ModelError) return error.problems.map(formatProblem);
  if (error instanceof AppError && error.issues.length > 0) {
    return error.issues.map(({ path, message }) => `inlay.yml ${path}: ${message}`);
  }
  if (error instanceof AppError || error instanceof StateError) return [error.message];
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    const name = 'port' in error && error.port === metricsPort ? 'METRICS_PORT' : 'PORT';
    const reason = listenProblems[String(error.code)] ?? 'Choose another address or port.';
    if (error.syscall === 'listen' || error.syscall === 'bind')
      return [`HOST, ${name}: cannot listen there (${error.code}). ${reason}`];
    if (error.syscall === 'getaddrinfo' && 'hostname' in error && error.hostname === host)
      return [`HOST: there is no such host (${error.code}). Give an address of this machine.`];
  }
  return [error instanceof Error ? (error.stack ?? error.message) : inspect(error)];
}

function fail(problems: readonly string[]): void {
  process.stderr.write(`inlay cannot start:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  end(1);
}

/** Resolves at the first signal to stop; a second one exits at once. */
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
 * Shuts down in order. For `drainMs` (0 on SIGINT) everything is still served, while `/ready` answers 503 and each response closes its
 * connection, so that load balancers that poll `/ready` use other processes. Then connections are refused, and running requests and
 * turns get the same time again, at least a second. Remaining turns end after their current step, and everything is closed.
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
  const finishing = new AbortController();
  const late = sleep(Math.max(servingMs, finishMs), undefined, { signal: finishing.signal }).catch(() => {});
  await Promise.race([closed, late]);
  finishing.abort();
  await service.stopTurns();
  const timer = setTimeout(() => server.closeAllConnections(), closeMs);
  await closed;
  clearTimeout(timer);
  await service[Symbol.asyncDispose]();
  logger.info('stopped');
}

await main();
