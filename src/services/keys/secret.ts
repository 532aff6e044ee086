import { hash, randomBytes } from 'node:crypto';

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
  return randomBytes(16).toString('hex');
}
