import { hash, randomBytes, randomFillSync } from 'node:crypto';

/** SHA-256 of a secret of high entropy, in hex: what is stored instead of it. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** A new API key: `inlay_` and 43 characters of base64url, 256 bits. */
export function newApiKey(): string {
  return `inlay_${randomBytes(32).toString('base64url')}`;
}

/** A new session id: 32 lowercase hex characters, 128 bits (contract §4). */
export function newSessionId(): string {
  if (nextId === idPool.length) {
    randomFillSync(idPool);
    nextId = 0;
  }
  const id = idPool.toString('hex', nextId, nextId + idBytes);
  // What was given out is kept by nobody but its holder.
  idPool.fill(0, nextId, nextId + idBytes);
  nextId += idBytes;
  return id;
}

const idBytes = 16;
/** Asking the system for randomness costs more than anything else about an id, so it is asked for 256 at once. */
const idPool = Buffer.alloc(256 * idBytes);
let nextId = idPool.length;
