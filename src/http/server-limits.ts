import type { ServerOptions } from 'node:http';

/** How long a client may take to send the head of a request. */
const headSeconds = 10;

/** Precision of these times. */
const checkMs = 2_000;

/**
 * How long a client may take to send a request. After that it gets 408, and the connection ends.
 * @param requestSeconds for the whole request, including its body
 */
export function requestTimeouts(requestSeconds: number): ServerOptions {
  return {
    headersTimeout: 1_000 * Math.min(headSeconds, requestSeconds),
    requestTimeout: 1_000 * requestSeconds,
    connectionsCheckingInterval: Math.min(checkMs, 1_000 * requestSeconds),
  };
}
