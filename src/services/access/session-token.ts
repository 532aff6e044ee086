import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '../../db/generated/client.ts';

const issuer = 'inlay';
/** How long a token is valid. */
export const tokenLifetimeSeconds = 24 * 60 * 60;
/** Each takes about 200 bytes. */
const maxVerified = 10_000;

/**
 * Signs and verifies session tokens: JWT with HS256, where `sub` is the id of the session's row and `kid` that of the
 * key.
 */
export interface SessionTokens {
  sign(sessionRowId: string, issuedAt: Date): Promise<{ token: string; expiresAt: Date }>;
  /** The id of the session's row; null if the token was not signed with one of the keys or has expired. */
  verify(token: string, now: Date): Promise<string | null>;
}

interface SigningSecret {
  readonly id: string;
  readonly secret: Uint8Array;
}

/** @param secrets the first one signs, all of them verify, so that a key can be rotated while its tokens are still valid */
export function createSessionTokens(secrets: readonly [SigningSecret, ...SigningSecret[]]): SessionTokens {
  const [signing] = secrets;
  const byId = new Map(secrets.map((entry) => [entry.id, entry.secret]));
  /** What tokens say that were verified, by their hash: a session sends its token with every request. */
  const verified = new LRUCache<string, { readonly sub: string; readonly exp: number }>({ max: maxVerified });
  return {
    async sign(sessionRowId, issuedAt) {
      const issuedAtSeconds = Math.floor(issuedAt.getTime() / 1000);
      const expiresAtSeconds = issuedAtSeconds + tokenLifetimeSeconds;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', kid: signing.id })
        .setIssuer(issuer)
        .setSubject(sessionRowId)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(expiresAtSeconds)
        .sign(signing.secret);
      return { token, expiresAt: new Date(expiresAtSeconds * 1000) };
    },
    async verify(token, now) {
      const hash = createHash('sha256').update(token).digest('base64');
      const known = verified.get(hash);
      if (known !== undefined && known.exp * 1000 > now.getTime()) return known.sub;
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const key = byId.get(header.kid ?? '');
            if (key === undefined) throw new errors.JWSSignatureVerificationFailed();
            return key;
          },
          { issuer, algorithms: ['HS256'], currentDate: now, requiredClaims: ['sub', 'exp'] },
        );
        const { sub, exp } = payload;
        if (sub === undefined || exp === undefined) return null;
        verified.set(hash, { sub, exp });
        return sub;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

/**
 * The secrets that sign tokens, newest first.
 * @param configured one secret, or several separated by white space; without it, one is generated and kept in the database
 */
export async function loadSigningSecrets(
  prisma: PrismaClient,
  configured: string | undefined,
): Promise<[SigningSecret, ...SigningSecret[]]> {
  const [first, ...rest] = (configured ?? '').split(/\s+/).filter((part) => part !== '');
  if (first !== undefined) return [configuredSecret(first), ...rest.map(configuredSecret)];

  const read = () =>
    prisma.signingKey.findMany({
      where: { retiredAt: null },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    });
  let rows = await read();
  if (rows.length === 0) {
    await prisma.signingKey.create({
      data: { id: randomBytes(6).toString('hex'), secret: randomBytes(32).toString('base64') },
    });
    // Another process may have stored one at the same time. Reading again gives both the same list.
    rows = await read();
  }
  const [newest, ...older] = rows.map((row) => ({ id: row.id, secret: Buffer.from(row.secret, 'base64') }));
  if (newest === undefined) throw new Error('The signing key that was just stored is gone.');
  return [newest, ...older];
}

function configuredSecret(secret: string): SigningSecret {
  const id = createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 12);
  return { id, secret: new TextEncoder().encode(secret) };
}
