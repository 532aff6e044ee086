import { input } from './fields.ts';
import { filterTime, listArgs, searchText } from './lists.ts';

export const auditEventFilter = input('AuditEventFilter', 'Conditions for listing audit events.', {
  action: searchText.describe('Returns only events with this action, such as `session.generate`.'),
  actor: searchText.describe(
    'Returns only events by this actor: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.',
  ),
  subject: searchText.describe('Returns only events about this object, as `<type>:<id>`.'),
  from: filterTime.describe('Returns only events at or after this time.'),
  before: filterTime.describe('Returns only events before this time.'),
});

export const auditEventsArgs = listArgs('AuditEvent', auditEventFilter, {
  at: 'Time at which the event happened.',
});
