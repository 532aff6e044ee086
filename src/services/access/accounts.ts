import { type Account, Prisma } from '../../db/generated/client.ts';
import { requireAdmin } from '../caller.ts';
import type { List } from '../lists/list.ts';

/** An admin key sees its own account. */
export const accounts: List<Account> = {
  table: 'Account',
  columns: Prisma.AccountScalarFieldEnum,
  label: 'Account',
  id: 'int',
  visible: (caller) => Prisma.sql`t.id = ${requireAdmin(caller).account.id}`,
};
