import { agentFilter } from '../agents/agent-filter.tsx';
import { ThreadsDocument } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { choiceFilter, dayFilter, textFilter } from '../parts/filter-field.ts';
import { Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';
import { UserLink } from '../users/user-columns.tsx';
import { userFilter } from '../users/user-select.tsx';
import { TurnBadge } from './turn-badge.tsx';

const filters = {
  text: textFilter('Title'),
  status: choiceFilter('Last turn', {
    RUNNING: 'Running',
    COMPLETED: 'Completed',
    FAILED: 'Failed',
    ABORTED: 'Aborted',
    INTERRUPTED: 'Interrupted',
  }),
  agentId: agentFilter,
  userId: userFilter,
  from: dayFilter('Started from'),
  before: dayFilter('Started to', 1),
};

export function ThreadsPage() {
  return (
    <>
      <PageHeader title="Threads" text="What users asked agents, with every query that was run." />
      <ConnectionTable
        label="Threads"
        document={ThreadsDocument}
        read={(data) => data.chatThreads}
        columns={[
          {
            title: 'Title',
            cell: ({ chatId, title }) => (
              <TextLink href={`/threads/${chatId}`} fw={500} lineClamp={2}>
                {title}
              </TextLink>
            ),
          },
          { title: 'User', cell: ({ user }) => <UserLink id={user.id} identifier={user.identifier} /> },
          { title: 'Agent', cell: ({ agent }) => agent.name },
          { title: 'Last turn', cell: ({ status }) => <TurnBadge status={status} /> },
          { title: 'Started', orderBy: 'CREATED_AT', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { title: 'Last said', orderBy: 'UPDATED_AT', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
        filters={filters}
        order={{ field: 'UPDATED_AT', direction: 'DESC' }}
        empty="Nobody has asked anything yet."
      />
    </>
  );
}
