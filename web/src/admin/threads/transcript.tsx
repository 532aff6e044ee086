import { Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { ThreadMessagesDocument, type ThreadMessagesQuery } from '../generated/graphql.ts';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { Moment } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { ToolCall } from './tool-call.tsx';

type Message = ThreadMessagesQuery['chatThread']['messages']['edges'][number]['node'];

/** The messages of a thread, oldest first, page by page. */
export function Transcript({ chatId }: { readonly chatId: string }) {
  const address = useListAddress([]);
  const [{ data, error }, ask] = useQuery({
    query: ThreadMessagesDocument,
    variables: { chatId, ...address.page },
    requestPolicy: 'cache-and-network',
  });
  if (error !== undefined) {
    return <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  }
  if (data === undefined) return <Skeleton height={240} role="status" aria-label="Loading the transcript" />;
  const { edges, pageInfo } = data.chatThread.messages;
  return (
    <section aria-label="Transcript">
      <Stack gap="sm">
        {edges.map(({ node }) => (
          <MessageView key={node.id} message={node} />
        ))}
        {edges.length === 0 && <Text c="dimmed">Nothing was said.</Text>}
      </Stack>
      <Pager label="Transcript" bounds={pageInfo} address={address} />
    </section>
  );
}

const authors = { QUESTION: 'User', TEXT: 'Agent', TOOL_CALL: 'Tool', ANSWER: 'Answer' } as const;

function MessageView({ message }: { readonly message: Message }) {
  const { kind, content, createdAt, rating, toolCall } = message;
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      bg={kind === 'QUESTION' ? 'var(--mantine-color-default-hover)' : 'var(--mantine-color-body)'}
    >
      <Group justify="space-between" mb={6} gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {authors[kind]}
          </Text>
          {rating !== 'NONE' && (
            <Badge color={rating === 'GOOD' ? 'teal' : 'red'} variant="dot" tt="none">
              {rating === 'GOOD' ? 'rated good' : 'rated bad'}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          <Moment at={createdAt} />
        </Text>
      </Group>
      {content !== '' && <Text style={{ whiteSpace: 'pre-wrap' }}>{content}</Text>}
      {toolCall !== null && <ToolCall call={toolCall} />}
    </Paper>
  );
}
