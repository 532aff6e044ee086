import { Prisma, type UserKind } from '../../db/generated/client.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { type AppError, notFound, workspaceManaged } from '../../errors.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { ApiKeyCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { isLiving } from './end-users.ts';

/** The condition on "User" that this is the user and that an admin key may change it. */
export function isChangeable(admin: ApiKeyCaller, kind: UserKind, id: number): Prisma.Sql {
  return Prisma.sql`id = ${id} AND "accountId" = ${admin.account.id} AND kind = ${kind}::"UserKind"
    AND ${isWithin(admin, Prisma.sql`deployments`)}`;
}

/** Why a user was not changed or deleted. */
export async function whyUnchanged(
  { prisma, now }: Pick<ServiceContext, 'now'> & { readonly prisma: Queryable },
  admin: ApiKeyCaller,
  kind: UserKind,
  id: number,
): Promise<AppError> {
  const [user] = await sql<{ identifier: string; isOurs: boolean; managed: boolean }>(prisma)`
    SELECT identifier, managed, ${isWithin(admin, Prisma.sql`deployments`)} AS "isOurs" FROM "User"
    WHERE id = ${id} AND "accountId" = ${admin.account.id} AND kind = ${kind}::"UserKind" AND ${isLiving(now())}`;
  if (user?.isOurs === false) return outOfReach(admin, `The user ${id} has been used in other deployments`);
  if (user?.managed === true) return workspaceManaged(`User "${user.identifier}"`, 'users');
  return notFound(`${kind === 'internal' ? 'Internal' : 'External'} user ${id}`);
}
