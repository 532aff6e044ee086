import { auditEventsArgs } from '../contract/audit-events.ts';
import { auditEvents } from '../services/audit/audit-events.ts';
import { readList } from '../services/lists/read-list.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf } from './input-of.ts';
import { nodeOf } from './node.ts';

builder.node('AuditEvent', {
  ...nodeOf(auditEvents),
  description: 'An entry in the audit log: a change, or a credential that was issued.',
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

builder.queryField('auditEvents', (t) =>
  t.connection(
    {
      type: 'AuditEvent',
      description:
        'Audit events of the account, newest first. A key bound to deployments sees only events in those deployments.',
      authScopes: { admin: true },
      args: argsOf(auditEventsArgs),
      resolve: (_root, args, { services, caller }) => readList(services, caller, auditEvents, args),
    },
    connectionOf('AuditEvent'),
  ),
);
