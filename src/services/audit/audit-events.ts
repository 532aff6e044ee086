import type { AuditEvent } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

/** What was changed and minted in the caller's account, newest first. @throws AppError `FORBIDDEN`, `VALIDATION_FAILED` */
export function listAuditEvents(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<AuditEvent>> {
  const { account } = requireAdmin(caller);
  return readPage('uuid', args, true, ({ where, orderBy, take }) =>
    context.prisma.auditEvent.findMany({
      ...query,
      where: { accountId: account.id, ...where },
      orderBy,
      take,
    }),
  );
}
