import { once } from 'node:events';
import type { Server } from 'node:http';

/** How often connections are looked at whose last response may have ended. */
const lookMs = 100;

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
  // An immediate runs when everything that waited has been taken: connections, and requests on idle ones, that still
  // wait when theirs is closed are reset.
  setImmediate(() => server.close());
  const timer = setInterval(() => setImmediate(() => server.closeIdleConnections()), lookMs);
  await closed.finally(() => clearInterval(timer));
}
