import type { Account } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

/** The caller's account. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` */
export function findAccount(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  query: object,
): Promise<Account> {
  const { account } = requireAdmin(caller);
  return context.prisma.account.findUniqueOrThrow({ ...query, where: { id: account.id } });
}
