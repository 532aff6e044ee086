import { Prisma } from '../../db/generated/client.ts';
import type { WorkspaceAccount } from './workspace-schema.ts';

/**
 * Marks what the workspace declares of an account, so that nobody takes away through the API what the next start would
 * bring back; what it no longer declares loses the mark. Writes no row whose mark is right already.
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

/** Whether user `u` is declared to have what `n` names. */
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
  await transaction.$executeRaw`UPDATE ${table} SET managed = NOT t.managed ${from}
    WHERE ${bounds} AND t.managed IS DISTINCT FROM (${isDeclared})`;
}
