import { auditEventFilter } from '../../contract/audit-events.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { type AuditEvent, Prisma } from '../../db/generated/client.ts';
import { isOnlyAbout } from '../binding.ts';
import { requireAdmin } from '../caller.ts';
import type { List } from '../lists/list.ts';
import { ifGiven, whereBetween } from '../lists/list-filter.ts';

/** An admin key sees the events of its account, a bound key only those about its deployments and no others. */
export const auditEvents: List<AuditEvent, 'at'> = {
  table: 'AuditEvent',
  columns: Prisma.AuditEventScalarFieldEnum,
  label: 'Audit event',
  id: 'uuid',
  fields: { at: 'timestamptz' },
  order: { field: 'at', direction: 'desc' },
  visible(caller) {
    const admin = requireAdmin(caller);
    return Prisma.sql`t."accountId" = ${admin.account.id} AND ${isOnlyAbout(admin)}`;
  },
  matching(filter) {
    const { action, actor, subject, from, before } = parseInput(auditEventFilter, filter);
    return [
      ...ifGiven(action, (is) => Prisma.sql`t.action = ${is}`),
      ...ifGiven(actor, (is) => Prisma.sql`t.actor = ${is}`),
      ...ifGiven(subject, (is) => Prisma.sql`t.subject = ${is}`),
      ...whereBetween(Prisma.sql`t.at`, from, before),
    ];
  },
};
