import { Prisma } from '../../db/generated/client.ts';

/** The condition that the life of a "User" is not over. @param row the alias of the table */
export function isLiving(now: Date, row = '"User"'): Prisma.Sql {
  const expiresAt = Prisma.raw(`${row}."expiresAt"`);
  return Prisma.sql`(${expiresAt} IS NULL OR ${expiresAt} > ${now}::timestamptz)`;
}

/**
 * Parts of a statement that ends the life of users: `changed(id, counted)` has one row for each, `counted` if the
 * account's number of external users includes it. Their time of expiry is long past for any process's clock, so their
 * tokens stop working and the sweep erases their data even if this process dies. They leave their embed tenant, and
 * their identifier becomes one that no request can contain, so that the old one is free. Changing the identifier takes
 * the strongest lock of the row: a concurrent session or turn that refers to it is either committed before or refused.
 * @param which the condition on "User"
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

/** The statement that reduces the account's number of external users. @param count by how many, as an expression */
export function uncountUsers(accountId: number, count: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`UPDATE "Account" SET "externalUserCount" = "externalUserCount" - ${count} WHERE id = ${accountId}`;
}
