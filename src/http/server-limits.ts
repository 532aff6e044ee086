import type { ServerOptions } from 'node:http';

/** How long a connection may take to say what it asks for, before anything is known of it. */
const headSeconds = 10;

/** How exact the times are. */
const checkMs = 2_000;

/**
 * How long a client may take to send a request. Whoever takes longer gets 408, and the connection ends.
 * @param requestSeconds until the whole of it has come, its body included
 */
export function requestTimeouts(requestSeconds: number): ServerOptions {
  return {
    headersTimeout: 1_000 * Math.min(headSeconds, requestSeconds),
    requestTimeout: 1_000 * requestSeconds,
    connectionsCheckingInterval: Math.min(checkMs, 1_000 * requestSeconds),
  };
}
