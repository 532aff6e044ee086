import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { WorkspaceAccount } from './workspace-schema.ts';

/**
 * Marks what the workspace declares for an account as managed, so that it cannot be removed through the API only for
 * the next start to bring it back. What is no longer declared loses the mark. Only rows whose mark changes are written.
 */
export async function markManaged(
  transaction: Prisma.TransactionClient,
  accountId: number,
  account: Pick<WorkspaceAccount, 'groups' | 'userAttributes' | 'users'>,
): Promise<void> {
  const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
  await mark(transaction, Prisma.sql`"Group" t`, Prisma.sql`t.name = ANY(${names(account.groups)}::text[])`, {
    bounds: Prisma.sql`t."accountId" = ${accountId} AND t."embedTenantId" IS NULL`,
  });
  await mark(
    transaction,
    Prisma.sql`"UserAttributeDefinition" t`,
    Prisma.sql`t.name = ANY(${names(account.userAttributes)}::text[])`,
    { bounds: Prisma.sql`t."accountId" = ${accountId} AND t."embedTenantId" IS NULL` },
  );
  await mark(
    transaction,
    Prisma.sql`"User" t`,
    Prisma.sql`t.identifier = ANY(${account.users.map(({ username }) => username)}::text[])`,
    { bounds: Prisma.sql`t."accountId" = ${accountId} AND t.kind = 'internal'` },
  );
  await mark(
    transaction,
    Prisma.sql`"GroupMembership" t`,
    declared(account.users.flatMap(({ username, groups }) => groups.map((name) => ({ username, name })))),
    {
      from: Prisma.sql`FROM "User" u, "Group" n`,
      bounds: Prisma.sql`u.id = t."userId" AND n.id = t."groupId" AND u."accountId" = ${accountId}
        AND u.kind = 'internal' AND n."embedTenantId" IS NULL`,
    },
  );
  await mark(
    transaction,
    Prisma.sql`"UserAttributeValue" t`,
    declared(
      account.users.flatMap(({ username, userAttributes }) =>
        Object.entries(userAttributes).flatMap(([name, value]) =>
          value === null ? [] : [{ username, name }],
        ),
      ),
    ),
    {
      from: Prisma.sql`FROM "User" u, "UserAttributeDefinition" n`,
      bounds: Prisma.sql`u.id = t."userId" AND n.id = t."definitionId" AND u."accountId" = ${accountId}
        AND u.kind = 'internal' AND n."embedTenantId" IS NULL`,
    },
  );
}

/** The condition that the user `u` is declared to have the group or attribute `n`. */
function declared(pairs: readonly { readonly username: string; readonly name: string }[]): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS d(username text, name text)
    WHERE d.username = u.identifier AND d.name = n.name)`;
}

async function mark(
  transaction: Prisma.TransactionClient,
  table: Prisma.Sql,
  isDeclared: Prisma.Sql,
  { from = Prisma.empty, bounds }: { readonly from?: Prisma.Sql; readonly bounds: Prisma.Sql },
): Promise<void> {
  await sql(transaction)`UPDATE ${table} SET managed = NOT t.managed ${from}
    WHERE ${bounds} AND t.managed IS DISTINCT FROM (${isDeclared})`;
}
