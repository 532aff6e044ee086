import { Code, Text } from '@mantine/core';
import { AuditEventsDocument, type AuditEventsQuery } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { dayFilter, textFilter } from '../parts/filter-field.ts';
import { Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';

const filters = {
  action: textFilter('Action'),
  actor: textFilter('Actor'),
  subject: textFilter('Subject'),
  from: dayFilter('From'),
  before: dayFilter('To', 1),
};

export function AuditPage() {
  return (
    <>
      <PageHeader
        title="Audit log"
        text="What was changed or minted, by whom and when. Entries are never removed."
      />
      <ConnectionTable
        label="Audit events"
        document={AuditEventsDocument}
        read={(data) => data.auditEvents}
        columns={[
          { title: 'When', orderBy: 'AT', cell: ({ at }) => <Moment at={at} /> },
          {
            title: 'Action',
            cell: ({ action }) => (
              <Text inherit fw={500}>
                {action}
              </Text>
            ),
          },
          { title: 'Actor', cell: ({ actor, actorRef }) => <Actor of={actor} name={actorRef} /> },
          { title: 'Subject', cell: ({ subjectRef }) => subjectRef },
          { title: 'Details', cell: ({ details }) => <Details of={details} /> },
        ]}
        filters={filters}
        order={{ field: 'AT', direction: 'DESC' }}
        empty="Nothing has happened yet."
      />
    </>
  );
}

type AuditEvent = AuditEventsQuery['auditEvents']['edges'][number]['node'];

function Actor({ of, name }: { readonly of: AuditEvent['actor']; readonly name: string }) {
  if (of === null) return name;
  return (
    <>
      {of.__typename === 'User' ? of.identifier : of.name}
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </>
  );
}

function Details({ of }: { readonly of: unknown }) {
  const text = JSON.stringify(of);
  return text === '{}' ? '–' : <Code>{text}</Code>;
}
