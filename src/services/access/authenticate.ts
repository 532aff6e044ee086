import { Prisma } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { hashSecret } from '../secret.ts';
import { callerOfToken, type SessionTokens } from './session-token.ts';

/**
 * Who sends this `Authorization` header (spec: Authentication; contract §4): `Api-Key <key>`, or
 * `Bearer <key or session token>`. Null when there is no header. One database round trip.
 * @throws AppError `UNAUTHENTICATED` for a malformed header and an unknown, expired or revoked credential
 */
export async function authenticate(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
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

interface KeyRow {
  readonly keyId: number;
  readonly role: 'admin' | 'chat';
  readonly deployments: number[];
  readonly otherDeployments: number[];
  readonly accountId: number;
  readonly accountName: string;
  readonly plan: string;
  readonly useCreatorMode: boolean;
}

async function callerOfKey(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  secret: string,
): Promise<Caller | null> {
  const sql = Prisma.sql`
    SELECT k.id AS "keyId", k.role::text AS role, k.deployments,
           CASE WHEN k.deployments = '{}' THEN k.deployments ELSE ARRAY(
             SELECT d.number FROM "Deployment" d WHERE d."accountId" = a.id AND d.number <> ALL(k.deployments)
           ) END AS "otherDeployments",
           a.id AS "accountId", a.name AS "accountName", a.plan, a."useCreatorMode"
    FROM "ApiKey" k JOIN "Account" a ON a.id = k."accountId"
    WHERE k.hash = ${hashSecret(secret)} AND k."revokedAt" IS NULL
      AND (k."expiresAt" IS NULL OR k."expiresAt" > ${context.now()})`;
  const [row] = await queryRaw<KeyRow>(context.prisma, sql);
  if (row === undefined) return null;
  return {
    kind: 'apiKey',
    account: {
      id: row.accountId,
      name: row.accountName,
      plan: row.plan,
      useCreatorMode: row.useCreatorMode,
    },
    keyId: row.keyId,
    role: row.role,
    deployments: row.deployments,
    otherDeployments: row.otherDeployments,
  };
}
