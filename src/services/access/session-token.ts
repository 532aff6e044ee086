import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { Prisma, type PrismaClient } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

const issuer = 'inlay';
/** Lifetime of a session token (contract §4). */
export const tokenLifetimeSeconds = 24 * 60 * 60;

/** Signs and verifies session tokens: JWT, HS256, `sub` the session's row id, `kid` the key. */
export interface SessionTokens {
  sign(sessionRowId: string, issuedAt: Date): Promise<{ token: string; expiresAt: Date }>;
  /** The session's row id; null for anything that was not signed by one of the keys or has expired. */
  verify(token: string, now: Date): Promise<string | null>;
}

interface SigningSecret {
  readonly id: string;
  readonly secret: Uint8Array;
}

/** @param secrets newest first: the first signs, all verify, so that a key can be rotated while its tokens live */
export function createSessionTokens(secrets: readonly [SigningSecret, ...SigningSecret[]]): SessionTokens {
  const [signing] = secrets;
  const byId = new Map(secrets.map((entry) => [entry.id, entry.secret]));
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
        return payload.sub ?? null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

/**
 * The secrets that sign tokens, newest first. `TOKEN_SECRET` holds one, or several separated by white space while a
 * rotation lasts; without it one is generated on the first start and kept in state.
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
    // Another process may have made one at the same moment; reading again gives both processes the same list.
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

interface SessionRow {
  readonly sessionId: string;
  readonly userId: number;
  readonly securityContext: Record<string, unknown>;
  readonly deploymentId: number;
  readonly deploymentNumber: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly plan: string;
  readonly useCreatorMode: boolean;
}

/** The end user of a session token; null when it is not valid or its session was revoked. One database round trip. */
export async function callerOfToken(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  tokens: SessionTokens,
  token: string,
): Promise<Caller | null> {
  const id = await tokens.verify(token, context.now());
  if (id === null) return null;
  const sql = Prisma.sql`
    SELECT s.id::text AS "sessionId", s."userId", s."securityContext",
           d.id AS "deploymentId", d.number AS "deploymentNumber",
           a.id AS "accountId", a.name AS "accountName", a.plan, a."useCreatorMode"
    FROM "Session" s
    JOIN "User" u ON u.id = s."userId"
    JOIN "Deployment" d ON d.id = s."deploymentId"
    JOIN "Account" a ON a.id = s."accountId"
    WHERE s.id = ${id}::uuid AND s."exchangedAt" IS NOT NULL AND s."revokedAt" IS NULL
      AND (u."expiresAt" IS NULL OR u."expiresAt" > ${context.now()})`;
  const [row] = await queryRaw<SessionRow>(context.prisma, sql);
  if (row === undefined) return null;
  return {
    kind: 'user',
    account: {
      id: row.accountId,
      name: row.accountName,
      plan: row.plan,
      useCreatorMode: row.useCreatorMode,
    },
    userId: row.userId,
    sessionId: row.sessionId,
    deployment: { id: row.deploymentId, number: row.deploymentNumber },
    securityContext: row.securityContext,
  };
}
