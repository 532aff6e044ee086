import { z } from 'zod';
import { type Group, Prisma } from '../../db/generated/client.ts';
import { changeAudited } from '../audit/audit-part.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { caps, lineOfText, parseInput, textBlock } from '../input.ts';
import { type NestedList, readNestedPage } from '../lists/nested-page.ts';
import { type Page, type PageArgs, readPage } from '../lists/page.ts';
import { changeEntry, deleteEntry, type EntryKind, entryNotFound } from './catalogue-entry.ts';
import { type CatalogueScope, tenantWide } from './catalogue-scope.ts';
import { type VisibleEntries, visibleEntries } from './list-embed-tenants.ts';

const groupKind: EntryKind = {
  table: 'Group',
  subject: 'group',
  label: 'Group',
  holders: { table: 'GroupMembership', column: 'groupId' },
  hasDefault: false,
  declaredIn: 'groups',
};

const createGroupSchema = z.object({
  name: lineOfText(),
  description: textBlock(caps.textChars).nullish(),
});

/**
 * Tenant-wide groups, oldest first (contract §6).
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export function listGroups(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<Group>> {
  const { account } = requireAdmin(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.group.findMany({
      ...query,
      where: { accountId: account.id, embedTenantId: null, ...where },
      orderBy,
      take,
    }),
  );
}

/** Groups of an embed tenant, oldest first. @throws AppError as `listGroups` */
export function listGroupsOfTenant(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  embedTenantId: number,
  args: PageArgs,
  query: object,
): Promise<Page<Group>> {
  const admin = requireAdmin(caller);
  const list: NestedList<'int', number, Group> = {
    name: 'groups of tenants',
    kind: 'int',
    newestFirst: false,
    parents: 'int',
    key: Prisma.sql`t.id`,
    rows: Prisma.sql`FROM "Group" t WHERE t."accountId" = ${admin.account.id} AND t."embedTenantId" = p.id`,
    load: (ids) => prisma.group.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, admin, list, embedTenantId, args, query);
}

/**
 * What a caller may see of groups: an end user its own, an admin key those of its account and of the embed tenants that it
 * sees.
 * @throws AppError `FORBIDDEN`
 */
export function visibleGroups(
  caller: Caller | null,
): { memberships?: { some: { userId: number } } } & VisibleEntries {
  const known = requireCaller(caller);
  if (known.kind === 'user') {
    return { accountId: known.account.id, memberships: { some: { userId: known.userId } } };
  }
  return visibleEntries(known);
}

/** One group of the account, whatever its scope. @throws AppError `FORBIDDEN`, `NOT_FOUND` */
export async function findGroup(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  id: number,
  query: object,
): Promise<Group> {
  const group = await context.prisma.group.findFirst({ ...query, where: { id, ...visibleGroups(caller) } });
  if (group === null) throw entryNotFound(groupKind, id, tenantWide);
  return group;
}

/**
 * Makes a tenant-wide group.
 * @returns its id
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `CONFLICT` when the name is taken
 */
export async function createGroup(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { name, description } = parseInput(createGroupSchema, input);
  const id = await changeAudited(
    context,
    admin,
    { action: 'group.create', subject: 'group', details: { name } },
    Prisma.sql`INSERT INTO "Group" ("accountId", name, description)
      VALUES (${admin.account.id}, ${name}, ${description || null}) RETURNING id`,
    taken(name),
  );
  if (id === null) throw new Error('An insert returned no row.');
  return id;
}

const updateGroupSchema = z.object({
  name: lineOfText().nullish(),
  description: textBlock(caps.textChars).nullish(),
});

/**
 * Renames or describes a tenant-wide group. What is left out stays; a null description clears it.
 * Access policies know groups by name: renaming one changes which policies its members satisfy.
 * @throws AppError `FORBIDDEN` (also `changeEntry`), `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` when the name is taken,
 *   `WORKSPACE_MANAGED`
 */
export async function updateGroup(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { name, description } = parseInput(updateGroupSchema, input);
  await changeEntry(context, admin, groupKind, tenantWide, id, (prisma) =>
    changeAudited(
      { ...context, prisma },
      admin,
      { action: 'group.update', subject: 'group', details: { name: name ?? undefined } },
      Prisma.sql`UPDATE "Group" SET name = coalesce(${name ?? null}, name),
          description = CASE WHEN ${description === undefined} THEN description ELSE ${description || null} END
        WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL AND NOT managed
        RETURNING id`,
      taken(name ?? ''),
    ),
  );
}

/**
 * Deletes a group of the scope together with its memberships (contract §4).
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND`, also for a group of another scope or account,
 *   `WORKSPACE_MANAGED` for one that the workspace declares
 */
export function deleteGroup(
  context: ServiceContext,
  caller: Caller | null,
  scope: CatalogueScope,
  id: number,
): Promise<void> {
  return deleteEntry(context, caller, groupKind, scope, id);
}

function taken(name: string): string {
  return `A group with the name "${name}" exists already.`;
}
