import { parseInput } from '../../contract/parse-input.ts';
import { createInternalUserInput, updateInternalUserInput } from '../../contract/users.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError, workspaceManaged } from '../../errors.ts';
import { auditPart, changeAudited } from '../audit/audit-part.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { retryRaces } from '../race.ts';
import { isChangeable, whyUnchanged } from './changeable-user.ts';
import { isLiving } from './end-users.ts';
import {
  type AccessInput,
  accessParts,
  type ResolvedAccess,
  readUserState,
  replaceAccess,
  resolveAccess,
  type UserState,
} from './user-access.ts';

/**
 * Creates an internal user with tenant-wide groups and values. Sessions and chats name it as `internalId`.
 * @returns its id
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `BAD_REQUEST` for unknown names, `CONFLICT` if the username is taken
 */
export async function createInternalUser(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { username, email, ...access } = parseInput(createInternalUserInput, input);
  return retryRaces(() => insertUser(context, admin, username, email ?? null, access));
}

async function insertUser(
  context: ServiceContext,
  admin: ApiKeyCaller,
  username: string,
  email: string | null,
  input: AccessInput,
): Promise<number> {
  const state = await readNames(context.prisma, admin, input);
  const access = resolveAccess(state, input);
  const audited = auditPart(context, admin, { action: 'user.create', subject: 'user' }, 'provisioned');
  const parts = [
    Prisma.sql`provisioned AS (
      INSERT INTO "User" ("accountId", kind, identifier, email, deployments)
      VALUES (${admin.account.id}, 'internal', ${username}, ${email}, ${[...admin.deployments]}::int[])
      ON CONFLICT DO NOTHING RETURNING id)`,
    ...accessParts(access),
    audited,
  ];
  const [row] = await sql<{ id: number }>(context.prisma)`
    WITH ${Prisma.join(parts, ', ')} SELECT id FROM provisioned`;
  if (row === undefined) {
    throw new AppError('CONFLICT', `An internal user with the username "${username}" already exists.`);
  }
  return row.id;
}

/**
 * Changes an internal user. Omitted fields stay as they are; a null email clears it; a list of groups replaces all
 * memberships; values are set by name, and null clears one. Memberships and values that the workspace declares cannot
 * be changed.
 * @throws AppError `FORBIDDEN`, also if a bound key names a user who has been elsewhere; `VALIDATION_FAILED`,
 *   `BAD_REQUEST` for unknown names, `NOT_FOUND`, `WORKSPACE_MANAGED`
 */
export async function updateInternalUser(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { email, groups, userAttributes } = parseInput(updateInternalUserInput, input);
  const access = { groups, userAttributes };
  const fields = [
    ...(email === undefined ? [] : ['email']),
    ...(groups == null ? [] : ['groups']),
    ...(userAttributes == null ? [] : ['userAttributes']),
  ];
  const change = async (prisma: Prisma.TransactionClient) => {
    const changed = await changeAudited(
      { ...context, prisma },
      admin,
      { action: 'user.update', subject: 'user', details: { fields } },
      // Updates the row even if nothing changes, which also locks it.
      Prisma.sql`UPDATE "User" SET email = CASE WHEN ${email === undefined} THEN email ELSE ${email ?? null} END,
          deployments = CASE WHEN deployments = '{}' THEN ${[...admin.deployments]}::int[] ELSE deployments END
        WHERE ${isChangeable(admin, 'internal', id)} AND ${isLiving(context.now())} RETURNING id`,
    );
    if (changed === null) throw await whyUnchanged({ ...context, prisma }, admin, 'internal', id);
    const resolved = resolveAccess(await readNames(prisma, admin, access), access);
    await requireDeclaredKept(prisma, id, resolved);
    await replaceAccess(prisma, id, resolved);
  };
  await retryRaces(() => context.prisma.$transaction(change));
}

/**
 * Refuses to remove what the workspace declares, since the next start would bring it back.
 * @throws AppError `WORKSPACE_MANAGED` if the access lacks a declared membership or changes a declared value
 */
async function requireDeclaredKept(
  prisma: Prisma.TransactionClient,
  userId: number,
  { groupIds, values }: ResolvedAccess,
): Promise<void> {
  const [lost] = await sql<{ username: string; what: string }>(prisma)`
    SELECT u.identifier AS username, 'group "' || g.name || '"' AS what
    FROM "GroupMembership" m JOIN "Group" g ON g.id = m."groupId" JOIN "User" u ON u.id = m."userId"
    WHERE m."userId" = ${userId} AND m.managed AND ${groupIds !== undefined}
      AND NOT m."groupId" = ANY(${[...(groupIds ?? [])]}::int[])
    UNION ALL
    SELECT u.identifier, 'user attribute "' || d.name || '"'
    FROM "UserAttributeValue" v JOIN "UserAttributeDefinition" d ON d.id = v."definitionId"
      JOIN "User" u ON u.id = v."userId"
      JOIN jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS r("definitionId" int, value jsonb)
        ON r."definitionId" = v."definitionId"
    WHERE v."userId" = ${userId} AND v.managed AND r.value IS DISTINCT FROM v.value`;
  if (lost !== undefined) throw workspaceManaged(`The ${lost.what} of "${lost.username}"`, 'users');
}

/** Finds the tenant-wide groups and attributes that the access names. */
function readNames(
  prisma: Parameters<typeof readUserState>[0],
  admin: ApiKeyCaller,
  access: AccessInput,
): Promise<UserState> {
  return readUserState(prisma, admin.account, {
    deploymentNumber: undefined,
    embedTenantName: undefined,
    nameScope: 'account',
    kind: 'internal',
    identifier: '',
    access,
  });
}
