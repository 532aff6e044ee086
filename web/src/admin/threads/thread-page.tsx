import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useLocation } from 'wouter';
import { DeleteThreadDocument, ThreadDocument } from '../generated/graphql.ts';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { HistoryLink } from '../parts/history-link.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useChange } from '../parts/use-change.ts';
import { UserLink } from '../users/user-columns.tsx';
import { Transcript } from './transcript.tsx';
import { TurnBadge } from './turn-badge.tsx';

const parent = { title: 'Threads', href: '/threads' };

export function ThreadPage({ chatId }: { readonly chatId: string }) {
  const [{ data, error }, ask] = useQuery({ query: ThreadDocument, variables: { chatId } });
  const remove = useChange(DeleteThreadDocument);
  const [, navigate] = useLocation();
  const thread = data?.chatThread;
  if (error !== undefined) {
    return (
      <>
        <PageHeader title="Thread" parent={parent} />
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      </>
    );
  }
  if (thread === undefined) return <Skeleton height={120} role="status" aria-label="Loading the thread" />;
  return (
    <>
      <PageHeader title={thread.title} parent={parent}>
        <HistoryLink subject={`chatThread:${chatId}`} />
        <ConfirmAction
          label="Delete thread"
          question="Delete this thread?"
          consequence="This also deletes its messages and query results, for its user too. It cannot be undone."
          verb="Delete"
          act={async () => {
            await remove({ input: { id: thread.id } });
            navigate('/threads');
            return `Deleted the thread “${thread.title}”.`;
          }}
        />
      </PageHeader>
      <Group gap="lg" mb="lg" fz="sm">
        <span>
          <Label>User </Label>
          <UserLink id={thread.user.id} identifier={thread.user.identifier} />
        </span>
        <span>
          <Label>Agent </Label>
          {thread.agent.name}
        </span>
        <span>
          <Label>Started </Label>
          <Moment at={thread.createdAt} />
        </span>
        <span>
          <Label>Last turn </Label>
          <TurnBadge status={thread.status} />
        </span>
      </Group>
      <Transcript chatId={chatId} />
    </>
  );
}

function Label({ children }: { readonly children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}
