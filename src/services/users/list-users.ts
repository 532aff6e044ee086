import { type Group, Prisma, type User } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type NestedList, readNestedPage } from '../nested-page.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

/** Which users to list: of both kinds, or of one. */
export interface UserFilter {
  readonly kind?: 'internal' | 'external' | null | undefined;
}

/**
 * Users, oldest first; ephemeral ones whose time is up are gone already.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export function listUsers(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  { kind }: UserFilter,
  args: PageArgs,
  query: object,
): Promise<Page<User>> {
  const { account } = requireAdmin(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.user.findMany({
      ...query,
      where: {
        accountId: account.id,
        ...(kind == null ? {} : { kind }),
        // Internal users are the account's own; saying so lets the unique index find the few of them.
        ...(kind === 'internal' ? { embedTenantId: null } : {}),
        OR: [{ expiresAt: null }, { expiresAt: { gt: context.now() } }],
        ...where,
      },
      orderBy,
      take,
    }),
  );
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
    rows: Prisma.sql`FROM "User" t WHERE t."embedTenantId" = p.id AND t."accountId" = ${admin.account.id}
      AND (t."expiresAt" IS NULL OR t."expiresAt" > ${now()})`,
    load: (ids) => prisma.user.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, admin, list, embedTenantId, args, query);
}

/** What a caller may see of users: an end user itself, an admin key those of its account. @throws AppError `FORBIDDEN` */
export function visibleUsers(caller: Caller | null): { accountId: number; id?: number } {
  const known = requireCaller(caller);
  if (known.kind === 'user') return { accountId: known.account.id, id: known.userId };
  return { accountId: requireAdmin(known).account.id };
}

/**
 * The key of a user that the caller may see. It holds nothing but equalities, so that many are looked up in one statement.
 * @throws AppError `FORBIDDEN`; `NOT_FOUND` for anybody but itself, where an end user asks
 */
export function visibleUserKey(caller: Caller | null, id: number): { id: number; accountId: number } {
  const visible = visibleUsers(caller);
  if (visible.id !== undefined && visible.id !== id) {
    throw new AppError('NOT_FOUND', `User ${id} not found.`);
  }
  return { id, accountId: visible.accountId };
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
