import { Prisma, type User } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { having } from '../binding.ts';
import { type ApiKeyCaller, requireWriting } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { isLiving } from './end-users.ts';
import type { UserState } from './user-state.ts';

/** @throws AppError `NOT_FOUND` */
export function requireDeploymentRow(state: UserState, number: number): number {
  if (state.deploymentId === null) throw new AppError('NOT_FOUND', `Deployment ${number} not found.`);
  return state.deploymentId;
}

/**
 * The part `provisioned` of a statement: an existing user, who has been in this deployment from now on. Empty when the user
 * is deleted at this moment: it is locked, so that what refers to it is written with it or not at all.
 */
export function userInDeploymentPart(
  now: Date,
  { id, deployments }: NonNullable<UserState['user']>,
  deploymentNumber: number,
): Prisma.Sql {
  return deployments.includes(deploymentNumber)
    ? Prisma.sql`provisioned AS (SELECT id FROM "User" WHERE id = ${id} AND ${isLiving(now)} FOR KEY SHARE)`
    : Prisma.sql`provisioned AS (UPDATE "User" SET deployments = ${having(Prisma.sql`deployments`, deploymentNumber)}
        WHERE id = ${id} AND ${isLiving(now)} RETURNING id)`;
}

/**
 * Stores the same of a user by itself, in no more than one statement.
 * @throws AppError `METHOD_NOT_ALLOWED` for a request that may change nothing
 */
export async function markInDeployment(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: ApiKeyCaller,
  { id, deployments }: Pick<User, 'id' | 'deployments'>,
  deploymentNumber: number,
): Promise<void> {
  if (deployments.includes(deploymentNumber)) return;
  requireWriting(caller);
  await prisma.$executeRaw`
    UPDATE "User" SET deployments = ${having(Prisma.sql`deployments`, deploymentNumber)} WHERE id = ${id}`;
}

/** The same for the embed tenant; nothing where there is none, or where it has been already. */
export function tenantInDeploymentParts(
  { embedTenantId, tenantDeployments }: UserState,
  deploymentNumber: number,
): readonly Prisma.Sql[] {
  if (tenantDeployments === null || tenantDeployments.includes(deploymentNumber)) return [];
  return [
    Prisma.sql`located AS (UPDATE "EmbedTenant"
      SET deployments = ${having(Prisma.sql`deployments`, deploymentNumber)} WHERE id = ${embedTenantId})`,
  ];
}
