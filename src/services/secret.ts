import { hash, randomBytes, randomFillSync } from 'node:crypto';

/** SHA-256 of a secret in hex, which is stored in its place. Only for secrets of high entropy. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** A new API key: `inlay_` and 256 random bits as base64url. */
export function newApiKey(): string {
  return `inlay_${randomBytes(32).toString('base64url')}`;
}

/** A new session id: 32 lowercase hex characters, 128 bits. */
export function newSessionId(): string {
  if (nextId === idPool.length) {
    randomFillSync(idPool);
    nextId = 0;
  }
  const id = idPool.toString('hex', nextId, nextId + idBytes);
  // Do not keep a copy of the id.
  idPool.fill(0, nextId, nextId + idBytes);
  nextId += idBytes;
  return id;
}

const idBytes = 16;
/** Most of the cost of an id is the system call for random bytes, so it is made once for 256 ids. */
const idPool = Buffer.alloc(256 * idBytes);
let nextId = idPool.length;
