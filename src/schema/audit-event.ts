import { brandWithType } from '@pothos/core';
import { auditEventsArgs } from '../contract/audit-events.ts';
import { apiKeys } from '../services/access/list-api-keys.ts';
import { auditEvents } from '../services/audit/audit-events.ts';
import { groups } from '../services/catalogue/groups.ts';
import { embedTenants } from '../services/catalogue/list-embed-tenants.ts';
import { userAttributes } from '../services/catalogue/user-attributes.ts';
import { threads } from '../services/chat/threads/threads.ts';
import { agentRules } from '../services/knowledge/agent-rules.ts';
import { certifiedQueries } from '../services/knowledge/certified-queries.ts';
import type { Id, List } from '../services/lists/list.ts';
import { loadRow } from '../services/lists/look-up.ts';
import { readList } from '../services/lists/read-list.ts';
import { turns } from '../services/quality/turns.ts';
import { sessions } from '../services/sessions/list-sessions.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import type { GraphQLContext } from './context.ts';
import { argsOf } from './input-of.ts';
import { nodeOf } from './node.ts';

/** What events name, by the word before the colon. */
const named: Readonly<Record<string, readonly [type: string, list: List<{ readonly id: Id }, string>]>> = {
  agentRule: ['AgentRule', agentRules],
  apiKey: ['ApiKey', apiKeys],
  certifiedQuery: ['CertifiedQuery', certifiedQueries],
  chatThread: ['ChatThread', threads],
  chatTurn: ['ChatTurn', turns],
  embedTenant: ['EmbedTenant', embedTenants],
  group: ['Group', groups],
  session: ['Session', sessions],
  user: ['User', users],
  userAttribute: ['UserAttribute', userAttributes],
};

/** The object that an event names, batched by type; null if the caller sees none. */
async function loadNamed<Row extends object>(
  ref: string,
  { services, caller }: GraphQLContext,
): Promise<Row | null> {
  const [word = '', id = ''] = ref.split(':');
  const [type, list] = named[word] ?? [];
  if (type === undefined || list === undefined) return null;
  const row = await loadRow(services, caller, list, list.id === 'int' ? Number(id) : id);
  if (row === undefined) return null;
  brandWithType(row, type as never);
  return row as object as Row;
}

const AuditActor = builder.unionType('AuditActor', {
  description: 'Who performs actions: a server with an API key, or an end user.',
  types: ['ApiKey', 'User'],
});

const AuditSubject = builder.unionType('AuditSubject', {
  description: 'What actions are performed on.',
  types: [
    'AgentRule',
    'ApiKey',
    'CertifiedQuery',
    'ChatThread',
    'ChatTurn',
    'EmbedTenant',
    'Group',
    'Session',
    'User',
    'UserAttribute',
  ],
});

builder.node('AuditEvent', {
  ...nodeOf(auditEvents),
  description: 'An entry in the audit log: a change, or a credential that was issued.',
  authScopes: { admin: true },
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the event happened.' }),
    actor: t.field({
      type: AuditActor,
      nullable: true,
      description:
        'Who performed the action. Null if it was the workspace, or someone who was deleted or whom the caller may not see.',
      resolve: ({ actor }, _args, context) => loadNamed(actor, context),
    }),
    actorRef: t.exposeString('actor', {
      description:
        'Who performed the action, as events are filtered by it: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.',
    }),
    action: t.exposeString('action', { description: 'The action performed, such as `session.generate`.' }),
    subject: t.field({
      type: AuditSubject,
      nullable: true,
      description: 'The object of the action. Null if it was deleted, or if the caller may not see it.',
      resolve: ({ subject }, _args, context) => loadNamed(subject, context),
    }),
    subjectRef: t.exposeString('subject', {
      description: 'The object of the action, as events are filtered by it: `<type>:<id>`.',
    }),
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
