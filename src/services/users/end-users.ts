import { Prisma } from '../../db/generated/client.ts';

/** The condition on a row of "User" that its life is not over. @param row the name it goes by in the statement */
export function isLiving(now: Date, row = '"User"'): Prisma.Sql {
  const expiresAt = Prisma.raw(`${row}."expiresAt"`);
  return Prisma.sql`(${expiresAt} IS NULL OR ${expiresAt} > ${now}::timestamptz)`;
}

/**
 * Parts of a statement that end users: `changed(id, counted)`, one row for each, of which the `counted` ones stood for one
 * of the account's external users until now. Their time was up long ago by any process's clock, so that no token of theirs
 * is taken and the sweep erases what they left, whatever becomes of this process. They give back their name, for one that
 * no request can say, and leave their embed tenant. Changing the name takes the strongest lock of the row: whatever refers
 * to it at this moment, a session or a turn, comes before it or not at all.
 * @param which conditions on "User"
 */
export function endUsersParts(accountId: number, which: Prisma.Sql): readonly Prisma.Sql[] {
  return [
    Prisma.sql`ending AS (
      SELECT id, kind = 'external' AND NOT ephemeral AS counted FROM "User"
      WHERE "accountId" = ${accountId} AND ${which} ORDER BY id FOR UPDATE)`,
    Prisma.sql`changed AS (
      UPDATE "User" u SET identifier = chr(9) || u.id, email = NULL, "embedTenantId" = NULL, ephemeral = true,
        "expiresAt" = 'epoch'
      FROM ending WHERE u.id = ending.id RETURNING u.id, ending.counted)`,
  ];
}

/** The statement that takes external users off the account's count. @param count how many, as an expression */
export function uncountUsers(accountId: number, count: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`UPDATE "Account" SET "externalUserCount" = "externalUserCount" - ${count} WHERE id = ${accountId}`;
}
