import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How often connections are looked at whose last response may have ended. */
const lookMs = 100;
/** How long connections that wait are taken, should there always be more. */
const takeMs = 1_000;

/** From now on each response ends its connection, so that its client takes another, which may lead elsewhere. */
export function endConnectionsAfterResponses(server: Server): void {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
}

/**
 * Refuses connections from now on, which load balancers take as the news that somebody else is to be asked, and answers
 * every request that has come. Resolves when all connections have ended: requests have, and clients have left those that
 * never brought one.
 */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  await takeWaitingConnections(server);
  server.close();
  // Requests that have come on idle connections are seen before an immediate runs.
  const timer = setInterval(() => setImmediate(() => server.closeIdleConnections()), lookMs);
  await closed.finally(() => clearInterval(timer));
}

/**
 * The system completes connections before anybody takes them, and resets those that still wait when the port is closed. One
 * is taken in each turn of the event loop: a turn that takes none has left none.
 */
async function takeWaitingConnections(server: Server): Promise<void> {
  const deadline = performance.now() + takeMs;
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  server.on('connection', count);
  // The present turn may have looked for connections already.
  await nextTurn();
  for (let before = -1; before < taken && performance.now() < deadline; ) {
    before = taken;
    await nextTurn();
  }
  server.off('connection', count);
}
