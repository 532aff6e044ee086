import type { Group, User } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

/** Which users to list: of the whole account, or of one embed tenant; of both kinds, or of one. */
export interface UserFilter {
  readonly embedTenantId?: number | undefined;
  readonly kind?: 'internal' | 'external' | null | undefined;
}

/**
 * Users, oldest first; ephemeral ones whose time is up are gone already.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export function listUsers(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  { embedTenantId, kind }: UserFilter,
  args: PageArgs,
  query: object,
): Promise<Page<User>> {
  const { account } = requireAdmin(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.user.findMany({
      ...query,
      where: {
        accountId: account.id,
        ...(embedTenantId === undefined ? {} : { embedTenantId }),
        ...(kind == null ? {} : { kind }),
        // Internal users are the account's own; saying so lets the unique index find the few of them.
        ...(kind === 'internal' && embedTenantId === undefined ? { embedTenantId: null } : {}),
        OR: [{ expiresAt: null }, { expiresAt: { gt: context.now() } }],
        ...where,
      },
      orderBy,
      take,
    }),
  );
}

/** What a caller may see of users: an end user itself, an admin key those of its account. @throws AppError `FORBIDDEN` */
export function visibleUsers(caller: Caller | null): { accountId: number; id?: number } {
  const known = requireCaller(caller);
  if (known.kind === 'user') return { accountId: known.account.id, id: known.userId };
  return { accountId: requireAdmin(known).account.id };
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
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  userId: number,
  args: PageArgs,
  query: object,
): Promise<Page<Group>> {
  const visible = visibleUsers(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.group.findMany({
      ...query,
      where: {
        accountId: visible.accountId,
        memberships: { some: { user: { AND: [{ id: userId }, visible] } } },
        ...where,
      },
      orderBy,
      take,
    }),
  );
}
