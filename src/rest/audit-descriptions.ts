import { z } from 'zod';
import { auditEventFilter } from '../contract/audit-events.ts';
import { auditLine } from './answers.ts';
import type { QueryParameter, RouteDescription } from './describe.ts';

const time = z.iso.datetime({ offset: true, error: 'must be a time such as 2025-01-31T00:00:00Z' });
const { action, actor, subject, from, before } = auditEventFilter.shape;

/** The conditions of GraphQL's filter. */
export const auditParameters = [
  { name: 'action', description: action.description ?? '', schema: z.string(), example: 'session.generate' },
  { name: 'actor', description: actor.description ?? '', schema: z.string(), example: 'apiKey:1' },
  { name: 'subject', description: subject.description ?? '', schema: z.string(), example: 'user:7' },
  { name: 'from', description: from.description ?? '', schema: time, example: '2025-01-01T00:00:00Z' },
  { name: 'before', description: before.description ?? '', schema: time, example: '2025-02-01T00:00:00Z' },
] as const satisfies readonly QueryParameter[];

export const exportAuditEvents: RouteDescription = {
  operationId: 'exportAuditEvents',
  tag: 'Audit',
  summary: 'Export the audit log',
  description:
    'All audit events of the account that match, oldest first, one per line, as fast as the client reads them. A key bound to ' +
    'deployments gets only events in those deployments. To continue later, pass the time of the last export as `from`. A failure ' +
    'after the first byte is the last line. Requires an admin key.',
  query: auditParameters,
  answer: {
    status: 200,
    description: 'The events. The body is empty if there are none.',
    content: {
      'application/x-ndjson': {
        schema: auditLine,
        example: [
          {
            id: 'QXVkaXRFdmVudDowMTk0N2UxZC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDA=',
            at: '2025-01-31T09:30:00.000Z',
            actor: 'apiKey:1',
            action: 'session.generate',
            subject: 'session:01947e1d-0000-7000-8000-000000000001',
            details: { userId: 7 },
          },
        ],
      },
    },
  },
  errors: ['VALIDATION_FAILED'],
};
