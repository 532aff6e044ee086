import { defaultEphemeralTtlSeconds, type SessionSettings } from '../../contract/users.ts';
import { Prisma, type User } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import { having } from '../binding.ts';
import { type ApiKeyCaller, type Caller, requireWriting } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { provisionExternalUser } from './external-user.ts';

/** The user on whose behalf a request is made. */
export interface ActingUser {
  readonly id: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
}

/**
 * The user on whose behalf a chat request is made: that of the token, or the one that `sessionSettings` names. An
 * external user is created if necessary, ephemeral unless `isEphemeral` is false (spec: Chat).
 * @throws AppError as `provisionExternalUser`; `NOT_FOUND` for an unknown internal user
 */
export async function resolveActingUser(
  context: ServiceContext,
  caller: Caller,
  settings: SessionSettings | null | undefined,
  deploymentNumber: number,
): Promise<ActingUser> {
  if (caller.kind === 'user') return { id: caller.userId, securityContext: caller.securityContext };
  if (settings == null) throw new Error('Settings are checked before the user is resolved.');
  if (settings.internalId != null) {
    const user = await findNamedUser(context, caller, settings);
    if (user === null) throw notFound(`Internal user "${settings.internalId}"`);
    await markInDeployment(context, caller, user, deploymentNumber);
    return { id: user.id, securityContext: {} };
  }
  const { externalId, email, groups, userAttributes } = settings;
  const ttlSeconds = settings.ephemeralTtlSeconds ?? defaultEphemeralTtlSeconds;
  const id = await provisionExternalUser(context, caller, {
    deploymentNumber,
    embedTenantName: undefined,
    nameScope: 'account',
    user: { externalId: externalId ?? '', email, groups, userAttributes },
    life:
      settings.isEphemeral === false
        ? { kind: 'permanent' }
        : {
            kind: 'ephemeral',
            expiresAt: new Date(context.now().getTime() + ttlSeconds * 1000),
            shortens: settings.ephemeralTtlSeconds != null,
          },
    session: undefined,
  });
  return { id, securityContext: settings.securityContext ?? {} };
}

/**
 * Stores that a user was used in this deployment.
 * @throws AppError `METHOD_NOT_ALLOWED` if the request may not change anything
 */
async function markInDeployment(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: ApiKeyCaller,
  { id, deployments }: Pick<User, 'id' | 'deployments'>,
  deploymentNumber: number,
): Promise<void> {
  if (deployments.includes(deploymentNumber)) return;
  requireWriting(caller);
  await sql(prisma)`
    UPDATE "User" SET deployments = ${having(Prisma.sql`deployments`, deploymentNumber)}
    WHERE id = ${id} AND "accountId" = ${caller.account.id}`;
}

/**
 * The user whose thread a request only reads. Creates and changes nothing.
 * @throws AppError `NOT_FOUND`, as for a thread, if there is no such user
 */
export async function findActingUser(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller,
  settings: SessionSettings | null | undefined,
): Promise<ActingUser> {
  if (caller.kind === 'user') return { id: caller.userId, securityContext: caller.securityContext };
  const user = settings == null ? null : await findNamedUser(context, caller, settings);
  if (user === null) throw notFound('Chat thread');
  return { id: user.id, securityContext: settings?.securityContext ?? {} };
}

/** The same condition as `isLiving`, as a filter for Prisma. */
export function isLivingUser(now: Date): { OR: [{ expiresAt: null }, { expiresAt: { gt: Date } }] } {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/**
 * Finds the user that `sessionSettings` names: an external user by `externalId`, an internal one by username or email.
 * @param which `ended too` includes users whose life is over, until they are erased @default 'living'
 */
export async function findNamedUser(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: ApiKeyCaller,
  settings: SessionSettings,
  which: 'living' | 'ended too' = 'living',
): Promise<Pick<User, 'id' | 'deployments'> | null> {
  const scope = { accountId: caller.account.id, embedTenantId: null };
  return context.prisma.user.findFirst({
    where:
      settings.internalId == null
        ? {
            ...scope,
            kind: 'external',
            identifier: settings.externalId ?? '',
            ...(which === 'living' ? isLivingUser(context.now()) : {}),
          }
        : {
            ...scope,
            kind: 'internal',
            OR: [{ identifier: settings.internalId }, { email: settings.internalId }],
          },
    select: { id: true, deployments: true },
    orderBy: { id: 'asc' },
  });
}
