import { z } from 'zod';
import { type Group, Prisma, type User } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { isSeenBy, seenBy } from '../binding.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../input.ts';
import { type FilteredList, type ListArgs, readFilteredPage } from '../lists/filtered-page.ts';
import { contains, soughtText, whereGiven } from '../lists/list-filter.ts';
import { type NestedList, readNestedPage } from '../lists/nested-page.ts';
import type { Page, PageArgs } from '../lists/page.ts';

const filterSchema = z.object({
  kind: z.enum(['internal', 'external']).nullish(),
  isEphemeral: z.boolean().nullish(),
  embedTenantName: soughtText(),
  text: soughtText(),
});

/** Which users to list. `text` is looked for in identifier and email. */
export type UserFilter = z.input<typeof filterSchema>;
export type UserOrderField = 'createdAt' | 'identifier';

/**
 * Users, oldest first unless sorted otherwise; ephemeral ones whose time is up are gone already. A bound key sees those who
 * have been in its deployments.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function listUsers(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  args: ListArgs<UserFilter, UserOrderField>,
  query: object,
): Promise<Page<User>> {
  const admin = requireAdmin(caller);
  const { account } = admin;
  const { kind, isEphemeral, embedTenantName, text } = parseInput(filterSchema, args.filter ?? {});
  const list: FilteredList<'int', UserOrderField, User> = {
    kind: 'int',
    fields: {
      createdAt: 'key',
      identifier: { column: Prisma.sql`t.identifier COLLATE "C"`, type: 'text' },
    },
    order: { field: 'createdAt', direction: 'asc' },
    from: Prisma.sql`"User" t`,
    where: [
      Prisma.sql`t."accountId" = ${account.id}`,
      isSeenBy(admin),
      Prisma.sql`(t."expiresAt" IS NULL OR t."expiresAt" > ${now()})`,
      ...whereGiven(kind, (is) => Prisma.sql`t.kind = ${is}::"UserKind"`),
      ...whereGiven(isEphemeral, (is) => Prisma.sql`t.ephemeral = ${is}`),
      ...whereGiven(
        embedTenantName,
        (name) => Prisma.sql`t."embedTenantId" = (SELECT e.id FROM "EmbedTenant" e
          WHERE e."accountId" = ${account.id} AND e.name = ${name})`,
      ),
      ...whereGiven(
        text,
        (sought) =>
          Prisma.sql`(${contains(Prisma.sql`t.identifier`, sought)} OR ${contains(Prisma.sql`t.email`, sought)})`,
      ),
    ],
    load: (ids) => prisma.user.findMany({ ...query, where: { id: { in: ids } } }),
  };
  return readFilteredPage(prisma, list, args);
}

/** Users of an embed tenant, oldest first. @throws AppError as `listUsers` */
export function listUsersOfTenant(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  embedTenantId: number,
  args: PageArgs,
  query: object,
): Promise<Page<User>> {
  const admin = requireAdmin(caller);
  const list: NestedList<'int', number, User> = {
    name: 'users of tenants',
    kind: 'int',
    newestFirst: false,
    parents: 'int',
    key: Prisma.sql`t.id`,
    parentColumn: Prisma.sql`t."embedTenantId"`,
    rows: Prisma.sql`FROM "User" t WHERE t."accountId" IS NOT DISTINCT FROM ${admin.account.id}
      AND (t."expiresAt" IS NULL OR t."expiresAt" > ${now()}) AND ${isSeenBy(admin)}`,
    load: (ids) => prisma.user.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, admin, list, embedTenantId, args, query);
}

/**
 * What a caller may see of users: an end user itself, an admin key those of its account, or of its deployments.
 * @throws AppError `FORBIDDEN`
 */
export function visibleUsers(
  caller: Caller | null,
): { accountId: number; id?: number } & ReturnType<typeof seenBy> {
  const known = requireCaller(caller);
  if (known.kind === 'user') return { accountId: known.account.id, id: known.userId };
  const admin = requireAdmin(known);
  return { accountId: admin.account.id, ...seenBy(admin) };
}

/**
 * The key of a user that the caller may see. Where no key is bound it holds nothing but equalities, so that many are looked up
 * in one statement.
 * @throws AppError `FORBIDDEN`; `NOT_FOUND` for anybody but itself, where an end user asks
 */
export function visibleUserKey(
  caller: Caller | null,
  id: number,
): { id: number; accountId: number } & ReturnType<typeof seenBy> {
  const { id: only, ...visible } = visibleUsers(caller);
  if (only !== undefined && only !== id) throw new AppError('NOT_FOUND', `User ${id} not found.`);
  return { id, ...visible };
}

/** One user that the caller may see. @throws AppError `FORBIDDEN`, `NOT_FOUND` */
export async function findUser(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  id: number,
  query: object,
): Promise<User> {
  const user = await context.prisma.user.findFirst({
    ...query,
    where: { AND: [{ id }, visibleUsers(caller)] },
  });
  if (user === null) throw new AppError('NOT_FOUND', `User ${id} not found.`);
  return user;
}

/** The groups that a visible user is a member of, tenant-wide and scoped, oldest first. @throws AppError as `findUser` */
export function listGroupsOfUser(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  maybeCaller: Caller | null,
  userId: number,
  args: PageArgs,
  query: object,
): Promise<Page<Group>> {
  const visible = visibleUsers(maybeCaller);
  const caller = requireCaller(maybeCaller);
  const itself = visible.id === undefined ? Prisma.empty : Prisma.sql`AND p.id = ${visible.id}`;
  const list: NestedList<'int', number, Group> = {
    name: 'groups of users',
    kind: 'int',
    newestFirst: false,
    parents: 'int',
    key: Prisma.sql`t.id`,
    rows: Prisma.sql`FROM "GroupMembership" m JOIN "Group" t ON t.id = m."groupId"
      WHERE m."userId" = p.id AND t."accountId" = ${visible.accountId} ${itself}`,
    load: (ids) => prisma.group.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, caller, list, userId, args, query);
}
