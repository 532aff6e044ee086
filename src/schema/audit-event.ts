import { listAuditEvents, visibleAuditEvents } from '../services/audit/audit-events.ts';
import { builder } from './builder.ts';
import { listArgDescriptions, orderInput } from './list-order.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeUuid } from './record-id.ts';

export const AuditEvent = builder.prismaNode('AuditEvent', {
  id: { field: 'id' },
  description: 'An entry in the audit log: a change, or a credential that was issued.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), ...visibleAuditEvents(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the event happened.' }),
    actor: t.exposeString('actor', {
      description: 'Who performed the action: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.',
    }),
    action: t.exposeString('action', { description: 'The action performed, such as `session.generate`.' }),
    subject: t.exposeString('subject', { description: 'The object of the action, as `<type>:<id>`.' }),
    details: t.field({
      type: 'JSON',
      description: 'Additional details. They never contain a secret.',
      resolve: (event) => event.details,
    }),
  }),
});

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'Conditions for listing audit events.',
  fields: (t) => ({
    action: t.string({ description: 'Returns only events with this action, such as `session.generate`.' }),
    actor: t.string({
      description:
        'Returns only events by this actor: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.',
    }),
    subject: t.string({ description: 'Returns only events about this object, as `<type>:<id>`.' }),
    from: t.field({ type: 'DateTime', description: 'Returns only events at or after this time.' }),
    before: t.field({ type: 'DateTime', description: 'Returns only events before this time.' }),
  }),
});

const AuditEventOrder = orderInput('AuditEvent', {
  at: { description: 'Time at which the event happened.' },
});

builder.queryField('auditEvents', (t) =>
  t.connection({
    type: AuditEvent,
    description:
      'Audit events of the account, newest first. A key bound to deployments sees only events in those deployments.',
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: AuditEventFilter, description: listArgDescriptions.filter }),
      orderBy: t.arg({ type: AuditEventOrder, description: listArgDescriptions.orderBy }),
    },
    resolve: (_root, args, context, info) =>
      listAuditEvents(context.services, context.caller, args, nodeQuery(context, info, 'AuditEvent')),
  }),
);
