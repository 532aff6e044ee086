import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { type Config, defaultPublicUrl, formatConfigProblem, loadConfig } from './config.ts';
import { StateError } from './db/state-error.ts';
import { AppError } from './errors.ts';
import { formatProblem } from './semantic/model/model-error.ts';
import { openService, type Service } from './service.ts';
import { loadWorkspace } from './services/workspace/load-workspace.ts';

/** How long connections may take to end once the service has stopped listening. */
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

  let handle: RequestListener = refuseWhileStarting;
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) =>
    handle(request, response),
  );
  let service: Service;
  try {
    // The port comes first: a second service on it fails before it opens anything.
    const port = await listen(server, config);
    const publicUrl = config.publicUrl ?? defaultPublicUrl(config.host, port);
    service = await openService({ config, workspace: result.workspace, publicUrl, logger });
  } catch (error) {
    server.close();
    return fail(startProblems(error));
  }
  handle = service.gateway.listener;
  stopOnSignal(server, service, logger, config.drainMs);
  if (service.generatedAdminKey !== undefined) {
    process.stdout.write(`admin key, shown only this once: ${service.generatedAdminKey}\n`);
  }
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`inlay ready on ${defaultPublicUrl(config.host, port)}\n`);
}

function refuseWhileStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('starting\n');
}

/** What kept the service from starting, in words for whoever started it; a fault keeps its stack. */
function startProblems(error: unknown): string[] {
  if (error instanceof AppError && error.issues.length > 0) {
    return error.issues.map(({ path, message }) => `inlay.yml ${path}: ${message}`);
  }
  if (error instanceof AppError || error instanceof StateError) return [error.message];
  if (error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen') {
    return [`HOST, PORT: cannot listen there (${error.code}). Is another service on this port?`];
  }
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

async function listen(server: Server, { host, port }: Config): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function fail(problems: readonly string[]): void {
  process.stderr.write(`inlay cannot start:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exitCode = 1;
}

/**
 * Ends in order: everything is served for another `drainMs`, while `/ready` says no and each response ends its connection,
 * so that whoever balances the load has gone elsewhere; then turns end with their step and are stored, their readers are
 * told, and new ones are refused; then no new connections, and the state is closed. SIGINT, of a terminal, does not wait for the first. A second signal ends at once.
 */
function stopOnSignal(server: Server, service: Service, logger: Logger, drainMs: number): void {
  async function stop(signal: NodeJS.Signals): Promise<void> {
    logger.info({ signal }, 'stopping');
    service.gateway.drain();
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
    if (signal === 'SIGTERM') await sleep(drainMs);
    await service.stopTurns();
    const closed = once(server, 'close');
    server.close();
    const timer = setTimeout(() => server.closeAllConnections(), closeMs);
    await closed;
    clearTimeout(timer);
    await service[Symbol.asyncDispose]();
    logger.info('stopped');
    // Everything is closed: what libraries have left, such as timers of connections, keeps nobody waiting.
    process.exit();
  }
  let stoppingSince: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > echoMs) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      stop(signal).catch((error: unknown) => {
        logger.fatal({ err: error }, 'not stopped in order');
        process.exit(1);
      });
    });
  }
}

await main();
