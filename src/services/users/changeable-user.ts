import { Prisma, type UserKind } from '../../db/generated/client.ts';
import { AppError, workspaceManaged } from '../../errors.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { ApiKeyCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { isLiving } from './end-users.ts';

/** The condition on "User" that an admin key may change this user. */
export function isChangeable(admin: ApiKeyCaller, kind: UserKind, id: number): Prisma.Sql {
  return Prisma.sql`id = ${id} AND "accountId" = ${admin.account.id} AND kind = ${kind}::"UserKind"
    AND ${isWithin(admin, Prisma.sql`deployments`)}`;
}

/** Why a user was not changed or deleted. */
export async function whyUnchanged(
  {
    prisma,
    now,
  }: Pick<ServiceContext, 'now'> & { readonly prisma: Pick<ServiceContext['prisma'], '$queryRaw'> },
  admin: ApiKeyCaller,
  kind: UserKind,
  id: number,
): Promise<AppError> {
  const [user] = await prisma.$queryRaw<{ identifier: string; isOurs: boolean; managed: boolean }[]>`
    SELECT identifier, managed, ${isWithin(admin, Prisma.sql`deployments`)} AS "isOurs" FROM "User"
    WHERE id = ${id} AND "accountId" = ${admin.account.id} AND kind = ${kind}::"UserKind" AND ${isLiving(now())}`;
  if (user?.isOurs === false) return outOfReach(admin, `The user ${id} has been in other deployments`);
  if (user?.managed === true) return workspaceManaged(`User "${user.identifier}"`, 'users');
  return new AppError('NOT_FOUND', `${kind === 'internal' ? 'Internal' : 'External'} user ${id} not found.`);
}
