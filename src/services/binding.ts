import { Prisma } from '../db/generated/client.ts';
import { AppError } from '../errors.ts';
import type { ApiKeyCaller } from './caller.ts';

/**
 * What a key that is bound to deployments sees and changes of what is the whole account's. Rows say in `deployments` where
 * they have been: the key sees those that have been in one of its deployments, and changes those that have been in no other.
 * A key that is not bound sees and changes all of its account.
 */

/** The rows that a key sees, as a filter of Prisma. */
export function seenBy({ deployments }: ApiKeyCaller): { deployments?: { hasSome: number[] } } {
  return deployments.length === 0 ? {} : { deployments: { hasSome: [...deployments] } };
}

/** The same as a condition on rows `t`. */
export function isSeenBy({ deployments }: ApiKeyCaller): Prisma.Sql {
  return deployments.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`t.deployments && ${[...deployments]}::int[]`;
}

/** What is about the key's deployments and no other, such as a key of the same binding, as a filter of Prisma. */
export function onlyAbout({ deployments, otherDeployments }: ApiKeyCaller): {
  deployments?: { isEmpty: false };
  NOT?: { deployments: { hasSome: number[] } };
} {
  if (deployments.length === 0) return {};
  return { deployments: { isEmpty: false }, NOT: { deployments: { hasSome: [...otherDeployments] } } };
}

/** The same as a condition on rows `t`. */
export function isOnlyAbout({ deployments }: ApiKeyCaller): Prisma.Sql {
  if (deployments.length === 0) return Prisma.sql`true`;
  return Prisma.sql`t.deployments <> '{}' AND t.deployments <@ ${[...deployments]}::int[]`;
}

/** The condition that a key may change a row. @param column where the row has been */
export function isWithin({ deployments }: ApiKeyCaller, column: Prisma.Sql): Prisma.Sql {
  return deployments.length === 0 ? Prisma.sql`true` : Prisma.sql`${column} <@ ${[...deployments]}::int[]`;
}

/** Where a row has been, once it has been in this deployment too. @param column where it had been */
export function having(column: Prisma.Sql, deploymentNumber: number): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${deploymentNumber}::int = ANY(${column}) THEN ${column}
    ELSE ${column} || ${deploymentNumber}::int END`;
}

/** The refusal to change what others have. @param why as a sentence without its end: `The user 5 has been in other deployments` */
export function outOfReach({ deployments }: ApiKeyCaller, why: string): AppError {
  const bound = `deployment${deployments.length === 1 ? '' : 's'} ${deployments.join(', ')}`;
  return new AppError('FORBIDDEN', `This key is bound to ${bound}. ${why}: use a key that is not bound.`);
}
