import type { User } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { Viewer } from '../../semantic/viewer.ts';
import type { ApiKeyCaller, Caller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { provisionExternalUser } from './external-user.ts';
import { markInDeployment } from './in-deployment.ts';
import { loadViewer } from './load-viewer.ts';
import { defaultEphemeralTtlSeconds, type SessionSettings } from './session-settings.ts';

export interface ChatUser {
  readonly id: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
}

/**
 * The user on whose behalf a chat request is made: the token's, or the one that `sessionSettings` names, who is made
 * when it does not exist; ephemeral unless `isEphemeral` is false (spec: Chat; contract §5).
 * @throws AppError as `provisionExternalUser`; `NOT_FOUND` for an unknown internal user
 */
export async function resolveChatUser(
  context: ServiceContext,
  caller: Caller,
  settings: SessionSettings | null | undefined,
  deploymentNumber: number,
): Promise<ChatUser> {
  if (caller.kind === 'user') return { id: caller.userId, securityContext: caller.securityContext };
  if (settings == null) throw new Error('Settings are checked before the user is resolved.');
  if (settings.internalId != null) {
    const user = await findNamedUser(context, caller, settings);
    if (user === null) throw new AppError('NOT_FOUND', `Internal user "${settings.internalId}" not found.`);
    await markInDeployment(context, caller, user, deploymentNumber);
    return { id: user.id, securityContext: {} };
  }
  const ttlSeconds = settings.ephemeralTtlSeconds ?? defaultEphemeralTtlSeconds;
  const { userId } = await provisionExternalUser(context, caller, {
    deploymentNumber,
    embedTenantName: undefined,
    nameScope: 'account',
    user: {
      externalId: settings.externalId ?? '',
      email: settings.email ?? undefined,
      groups: settings.groups ?? undefined,
      userAttributes: settings.userAttributes ?? undefined,
    },
    life:
      settings.isEphemeral === false
        ? { kind: 'permanent' }
        : {
            kind: 'ephemeral',
            expiresAt: new Date(context.now().getTime() + ttlSeconds * 1000),
            shortens: settings.ephemeralTtlSeconds != null,
          },
  });
  return { id: userId, securityContext: settings.securityContext ?? {} };
}

/**
 * Whose thread a request that asks nothing reads: nobody is made, and nothing about the user changes.
 * @throws AppError `NOT_FOUND` for a user that is not there, who has no threads
 */
export async function findChatUser(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller,
  settings: SessionSettings | null | undefined,
): Promise<ChatUser> {
  if (caller.kind === 'user') return { id: caller.userId, securityContext: caller.securityContext };
  const user = settings == null ? null : await findNamedUser(context, caller, settings);
  if (user === null) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  return { id: user.id, securityContext: settings?.securityContext ?? {} };
}

/** The users whose life is not over, as a filter of Prisma. */
export function isLivingUser(now: Date): { OR: [{ expiresAt: null }, { expiresAt: { gt: Date } }] } {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/**
 * The user that `sessionSettings` names, when it exists; nothing is made. An internal user goes by username or email.
 * @param which also one whose life is over, until it is swept @default only one who lives
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

/** What policies see of a chat's user. */
export function viewerOfChatUser(
  context: ServiceContext,
  accountId: number,
  user: ChatUser,
): Promise<Viewer> {
  return loadViewer(context, accountId, user.id, user.securityContext);
}
