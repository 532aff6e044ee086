import { listAuditEvents, visibleAuditEvents } from '../services/audit/audit-events.ts';
import { builder } from './builder.ts';
import { listArgDescriptions, orderInput } from './list-order.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeUuid } from './record-id.ts';

export const AuditEvent = builder.prismaNode('AuditEvent', {
  id: { field: 'id' },
  description: 'Something that was changed or minted.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), ...visibleAuditEvents(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    actor: t.exposeString('actor', {
      description: 'Who: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.',
    }),
    action: t.exposeString('action', { description: 'What was done, such as `session.generate`.' }),
    subject: t.exposeString('subject', { description: 'What it was done to: `<type>:<id>`.' }),
    details: t.field({
      type: 'JSON',
      description: 'What else is worth knowing; never a secret.',
      resolve: (event) => event.details,
    }),
  }),
});

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'Which audit events to list.',
  fields: (t) => ({
    action: t.string({ description: 'What was done, such as `session.generate`.' }),
    actor: t.string({
      description: 'Who did it: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.',
    }),
    subject: t.string({ description: 'What it was done to: `<type>:<id>`.' }),
    from: t.field({ type: 'DateTime', description: 'Since this time.' }),
    before: t.field({ type: 'DateTime', description: 'Earlier than this time.' }),
  }),
});

const AuditEventOrder = orderInput('AuditEvent', { at: { description: 'When it happened.' } });

builder.queryField('auditEvents', (t) =>
  t.connection({
    type: AuditEvent,
    description:
      'What was changed and minted in the account, newest first; for a bound key, in its deployments alone.',
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: AuditEventFilter, description: listArgDescriptions.filter }),
      orderBy: t.arg({ type: AuditEventOrder, description: listArgDescriptions.orderBy }),
    },
    resolve: (_root, args, context, info) =>
      listAuditEvents(context.services, context.caller, args, nodeQuery(context, info, 'AuditEvent')),
  }),
);
