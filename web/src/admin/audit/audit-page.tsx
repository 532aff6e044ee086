import { Code, Text } from '@mantine/core';
import { AuditEventsDocument, type AuditEventsQuery } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { dayFilter, textFilter } from '../parts/filter-field.ts';
import { Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';
import { UserLink } from '../users/user-columns.tsx';

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
        text="What was changed or minted, by whom and when. Entries are kept as long as the retention of the account says, by default forever."
      />
      <ConnectionTable
        label="Audit events"
        document={AuditEventsDocument}
        read={(data) => data.auditEvents}
        columns={[
          { title: 'When', orderBy: 'AT', cell: ({ at }) => <Moment at={at} /> },
          { title: 'Action', cell: ({ action }) => <Only name="action" value={action} /> },
          { title: 'Actor', cell: ({ actor, actorRef }) => <Actor of={actor} name={actorRef} /> },
          { title: 'Subject', cell: ({ subjectRef }) => <Only name="subject" value={subjectRef} /> },
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
  if (of === null) return <Only name="actor" value={name} />;
  return (
    <>
      {of.__typename === 'User' ? <UserLink id={of.id} identifier={of.identifier} /> : of.name}
      <Text size="xs" c="dimmed">
        <Only name="actor" value={name} />
      </Text>
    </>
  );
}

/** A value that leads to the events with the same one. */
function Only({ name, value }: { readonly name: 'action' | 'actor' | 'subject'; readonly value: string }) {
  return (
    <TextLink href={`/audit?${name}=${encodeURIComponent(value)}`} c="inherit">
      {value}
    </TextLink>
  );
}

function Details({ of }: { readonly of: unknown }) {
  const text = JSON.stringify(of);
  return text === '{}' ? '–' : <Code>{text}</Code>;
}
