import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Interval at which idle connections are closed. */
const lookMs = 100;
/** How long waiting connections are accepted if there are always more. */
const takeMs = 1_000;
/** Connections may arrive after a longer turn of the event loop has looked for them. */
const shortTurnMs = 2;

/** Makes every response end its connection, so that clients reconnect, possibly to another process. */
export function endConnectionsAfterResponses(server: Server): void {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
}

/**
 * Stops accepting connections, which tells load balancers to use another process, and answers every request that has arrived.
 * Resolves when all connections have ended; one that never carried a request ends when its client closes it.
 */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  await takeWaitingConnections(server);
  server.close();
  // Requests that have arrived on idle connections are seen before an immediate runs.
  const timer = setInterval(() => setImmediate(() => server.closeIdleConnections()), lookMs);
  await closed.finally(() => clearInterval(timer));
}

/**
 * The operating system completes connections before they are accepted, and resets those still waiting when the port closes. Each
 * turn of the event loop accepts one, so a short turn that accepts none has left none.
 */
async function takeWaitingConnections(server: Server): Promise<void> {
  const deadline = performance.now() + takeMs;
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  server.on('connection', count);
  // The current turn may already have accepted connections.
  await nextTurn();
  for (let isLast = false; !isLast && performance.now() < deadline; ) {
    const before = { taken, ms: performance.now() };
    await nextTurn();
    isLast = taken === before.taken && performance.now() - before.ms < shortTurnMs;
  }
  server.off('connection', count);
}
