import { Prisma } from '../db/generated/client.ts';
import { AppError } from '../errors.ts';
import type { ApiKeyCaller } from './caller.ts';

/**
 * What a key that is bound to deployments may see and change of the rows that belong to the account as a whole. Such a
 * row lists in `deployments` the numbers of the deployments that it was used in. The key sees rows that were used in
 * any of its deployments, and may change rows that were used in no others. A key that is not bound sees and changes
 * everything in its account.
 */

/** The condition that a key sees a row. @param row the alias of its table */
export function isSeenBy({ deployments }: ApiKeyCaller, row: 't' | 'e' = 't'): Prisma.Sql {
  return deployments.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`${Prisma.raw(row)}.deployments && ${[...deployments]}::int[]`;
}

/**
 * The condition that a row `t`, such as an audit event or another key, is about deployments of the key and about no
 * others.
 */
export function isOnlyAbout({ deployments }: ApiKeyCaller): Prisma.Sql {
  if (deployments.length === 0) return Prisma.sql`true`;
  return Prisma.sql`t.deployments <> '{}' AND t.deployments <@ ${[...deployments]}::int[]`;
}

/** The condition that a key may change a row. @param column the deployments that the row was used in */
export function isWithin({ deployments }: ApiKeyCaller, column: Prisma.Sql): Prisma.Sql {
  return deployments.length === 0 ? Prisma.sql`true` : Prisma.sql`${column} <@ ${[...deployments]}::int[]`;
}

/** The deployments that a row was used in, with this one added. @param column the deployments so far */
export function having(column: Prisma.Sql, deploymentNumber: number): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${deploymentNumber}::int = ANY(${column}) THEN ${column}
    ELSE ${column} || ${deploymentNumber}::int END`;
}

/**
 * The refusal to change what other deployments use.
 * @param why without a full stop: `The user 5 has been used in other deployments`
 */
export function outOfReach({ deployments }: ApiKeyCaller, why: string): AppError {
  const bound = `deployment${deployments.length === 1 ? '' : 's'} ${deployments.join(', ')}`;
  return new AppError('FORBIDDEN', `This key is bound to ${bound}. ${why}: use a key that is not bound.`);
}
