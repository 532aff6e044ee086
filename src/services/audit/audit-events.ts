import { z } from 'zod';
import { type AuditEvent, Prisma } from '../../db/generated/client.ts';
import { isOnlyAbout, onlyAbout } from '../binding.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../input.ts';
import { type FilteredList, type ListArgs, readFilteredPage } from '../lists/filtered-page.ts';
import { comparedTime, soughtText, whereBetween, whereGiven } from '../lists/list-filter.ts';
import type { Page } from '../lists/page.ts';

const filterSchema = z.object({
  action: soughtText(),
  actor: soughtText(),
  subject: soughtText(),
  from: comparedTime(),
  before: comparedTime(),
});

/** Which audit events to list: those that say exactly this, in a time. */
export type AuditEventFilter = z.input<typeof filterSchema>;

/** What an admin key may see of events: those of its account; a bound one those that are about its deployments alone. */
export function visibleAuditEvents(
  caller: Caller | null,
): { accountId: number } & ReturnType<typeof onlyAbout> {
  const admin = requireAdmin(caller);
  return { accountId: admin.account.id, ...onlyAbout(admin) };
}

/**
 * What was changed and minted in the caller's account, newest first unless sorted otherwise; for a bound key, in its
 * deployments.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function listAuditEvents(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: ListArgs<AuditEventFilter, 'at'>,
  query: object,
): Promise<Page<AuditEvent>> {
  const admin = requireAdmin(caller);
  const { action, actor, subject, from, before } = parseInput(filterSchema, args.filter ?? {});
  const list: FilteredList<'uuid', 'at', AuditEvent> = {
    kind: 'uuid',
    fields: { at: { column: Prisma.sql`t.at`, type: 'timestamptz' } },
    order: { field: 'at', direction: 'desc' },
    from: Prisma.sql`"AuditEvent" t`,
    where: [
      Prisma.sql`t."accountId" = ${admin.account.id}`,
      isOnlyAbout(admin),
      ...whereGiven(action, (is) => Prisma.sql`t.action = ${is}`),
      ...whereGiven(actor, (is) => Prisma.sql`t.actor = ${is}`),
      ...whereGiven(subject, (is) => Prisma.sql`t.subject = ${is}`),
      ...whereBetween(Prisma.sql`t.at`, from, before),
    ],
    load: (ids) => prisma.auditEvent.findMany({ ...query, where: { id: { in: ids } } }),
  };
  return readFilteredPage(prisma, list, args);
}
