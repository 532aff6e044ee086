import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { ApiKeyCaller, Caller, UserCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { hashSecret } from '../secret.ts';
import { isLiving } from '../users/end-users.ts';
import { inState } from './list-api-keys.ts';
import { type SessionTokens, tokenLifetimeSeconds } from './session-token.ts';

/**
 * Identifies the caller by the `Authorization` header (spec: Authentication): `Api-Key <key>` or `Bearer <key or
 * session token>`. Null without a header. One round trip.
 * @throws AppError `UNAUTHENTICATED` for a malformed header or unknown, expired or revoked credentials
 */
export async function authenticate(
  context: CallerContext,
  tokens: SessionTokens,
  header: string | null,
): Promise<Caller | null> {
  if (header === null) return null;
  const [, scheme, credential] = /^(api-key|bearer) +(\S{1,4096})$/i.exec(header.trim()) ?? [];
  if (scheme === undefined || credential === undefined) {
    throw new AppError(
      'UNAUTHENTICATED',
      'Malformed Authorization header: use "Api-Key <API_KEY>" or "Bearer <API_KEY or session token>".',
    );
  }
  const isToken = scheme.toLowerCase() === 'bearer' && credential.split('.').length === 3;
  const caller =
    (isToken ? await callerOfToken(context, tokens, credential) : null) ??
    (await callerOfKey(context, credential));
  if (caller === null) {
    throw new AppError('UNAUTHENTICATED', 'Unknown, expired or revoked credentials.');
  }
  return caller;
}

type CallerContext = Pick<ServiceContext, 'prisma' | 'now'>;

/** An account `a` as callers refer to it. */
const accountRef = Prisma.sql`jsonb_build_object('id', a.id, 'name', a.name, 'plan', a.plan,
  'useCreatorMode', a."useCreatorMode") AS account`;

async function callerOfKey({ prisma, now }: CallerContext, secret: string): Promise<Caller | null> {
  const [key] = await sql<Omit<ApiKeyCaller, 'kind'>>(prisma)`
    SELECT t.id AS "keyId", t.role::text AS role, t.deployments, ${accountRef}
    FROM "ApiKey" t JOIN "Account" a ON a.id = t."accountId"
    WHERE t.hash = ${hashSecret(secret)} AND ${inState('active', now())}`;
  return key === undefined ? null : { kind: 'apiKey', ...key };
}

/** Whether credentials that identified a caller still do. */
export async function isStillValid({ prisma, now }: CallerContext, caller: Caller): Promise<boolean> {
  if (caller.kind === 'apiKey') {
    const keys = await sql<unknown>(prisma)`
      SELECT FROM "ApiKey" t WHERE t.id = ${caller.keyId} AND ${inState('active', now())}`;
    return keys.length > 0;
  }
  const issuedAfter = new Date(now().getTime() - tokenLifetimeSeconds * 1_000);
  const sessions = await sql<unknown>(prisma)`
    SELECT FROM "Session" s JOIN "User" u ON u.id = s."userId"
    WHERE s.id = ${caller.sessionId}::uuid AND ${isUsable(now())} AND s."exchangedAt" > ${issuedAfter}::timestamptz`;
  return sessions.length > 0;
}

/**
 * Whether what was begun with these credentials may go on without its caller. A revoked session and a deleted user end
 * it; an expired token does not, nor does an API key, which acts for a user who stays.
 */
export async function mayGoOn({ prisma, now }: CallerContext, caller: Caller): Promise<boolean> {
  if (caller.kind === 'apiKey') return true;
  const sessions = await sql<unknown>(prisma)`
    SELECT FROM "Session" s JOIN "User" u ON u.id = s."userId"
    WHERE s.id = ${caller.sessionId}::uuid AND ${isUsable(now())}`;
  return sessions.length > 0;
}

/** The condition on the "User" `u` that what a caller has begun for it may read its data: {@link mayGoOn}, and it is living. */
export function mayRead({ now }: Pick<CallerContext, 'now'>, caller: Caller): Prisma.Sql {
  if (caller.kind === 'apiKey') return isLiving(now(), 'u');
  return Prisma.sql`EXISTS (SELECT FROM "Session" s
    WHERE s.id = ${caller.sessionId}::uuid AND s."userId" = u.id AND ${isUsable(now())})`;
}

/** The condition that the token of a session `s` of a user `u` works. */
function isUsable(now: Date): Prisma.Sql {
  return Prisma.sql`s."exchangedAt" IS NOT NULL AND s."revokedAt" IS NULL AND ${isLiving(now, 'u')}`;
}

/** Null if the token is not valid, its session was revoked, or its user's life is over. */
async function callerOfToken(
  { prisma, now }: CallerContext,
  tokens: SessionTokens,
  token: string,
): Promise<Caller | null> {
  const id = await tokens.verify(token, now());
  if (id === null) return null;
  const [user] = await sql<Omit<UserCaller, 'kind'>>(prisma)`
    SELECT s.id::text AS "sessionId", s."userId", s."securityContext", ${accountRef},
           jsonb_build_object('id', d.id, 'number', d.number) AS deployment
    FROM "Session" s
    JOIN "User" u ON u.id = s."userId"
    JOIN "Deployment" d ON d.id = s."deploymentId"
    JOIN "Account" a ON a.id = s."accountId"
    WHERE s.id = ${id}::uuid AND ${isUsable(now())}`;
  return user === undefined ? null : { kind: 'user', ...user };
}
