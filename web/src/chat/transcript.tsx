import { type ConversationState, type ConversationStore, turnsOf } from '@inlay/client';
import { Alert, Box, Button, Group, Loader, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { Suggestions } from './suggestions.tsx';
import { TurnView } from './turn-view.tsx';
import { useRatings } from './use-ratings.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

interface TranscriptProps {
  readonly conversation: ConversationState;
  readonly store: ConversationStore;
  readonly onAsk: (question: string) => void;
}

/** The turns of a thread, oldest first, with suggestions for the next question. */
export const Transcript = memo(function Transcript({ conversation, store, onAsk }: TranscriptProps) {
  const { agent } = useChat();
  const { threadId, phase, problem, outcome, isLost, isCrowded } = conversation;
  const turns = turnsOf(conversation);
  const ratings = useRatings();
  const holder = useStickToEnd(conversation, turns.length);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes['transcript']} ref={holder} aria-label="Conversation" tabIndex={0}>
      <Stack className={classes['column']} gap="xl" py="lg">
        {phase === 'loading' && turns.length === 0 ? <Loading /> : null}
        {phase === 'idle' && turns.length === 0 && problem === undefined ? (
          <Stack gap="lg" className={classes['welcome'] ?? ''}>
            <Box>
              <ThemeIcon size={44} radius="lg" variant="light" mb="md" aria-hidden>
                <IconSparkles size={24} />
              </ThemeIcon>
              <Title order={2} size="h3">
                What would you like to know?
              </Title>
              <Text c="dimmed" mt={4}>
                Ask in your own words, or start with one of these.
              </Text>
            </Box>
            <Suggestions agentId={agent.agentId} threadId={undefined} onAsk={onAsk} />
          </Stack>
        ) : null}
        {turns.map((turn, index) => (
          <TurnView
            key={turn.id}
            turn={turn}
            isAnswering={phase === 'answering' && index === turns.length - 1}
            ratings={ratings}
          />
        ))}
        {isCrowded ? (
          <Notice
            color="yellow"
            role="status"
            text="The service is busy. Trying again in a moment…"
            action="Try now"
            onAction={store.reconnect}
          />
        ) : null}
        {isLost ? (
          <Notice
            color="yellow"
            role="status"
            text="The connection is lost, the answer is not. Connecting again…"
            action="Try now"
            onAction={store.reconnect}
          />
        ) : null}
        {phase === 'idle' ? <Ending {...{ problem, outcome }} onRetry={store.retry} /> : null}
        {phase === 'idle' && threadId !== undefined && turns.length > 0 && problem === undefined ? (
          <Suggestions
            key={conversation.lastSort}
            agentId={agent.agentId}
            threadId={threadId}
            onAsk={onAsk}
          />
        ) : null}
      </Stack>
    </section>
  );
});

/** How the last turn ended, if not with an answer. */
function Ending({
  problem,
  outcome,
  onRetry,
}: Pick<ConversationState, 'problem' | 'outcome'> & { readonly onRetry: () => void }) {
  if (problem !== undefined || outcome === 'FAILED') {
    const text = problem?.message ?? 'The answer failed.';
    return <Notice color="red" role="alert" text={text} action="Try again" onAction={onRetry} />;
  }
  if (outcome === 'INTERRUPTED') {
    const text = 'The service was restarted before the answer was complete.';
    return <Notice color="yellow" role="alert" text={text} action="Go on" onAction={onRetry} />;
  }
  if (outcome !== 'ABORTED') return null;
  return (
    <Notice color="gray" role="alert" text="You stopped this answer." action="Ask again" onAction={onRetry} />
  );
}

interface NoticeProps {
  readonly color: string;
  readonly role: 'alert' | 'status';
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Notice({ color, role, text, action, onAction }: NoticeProps) {
  return (
    <Alert color={color} role={role} py="xs" radius="lg">
      <Group justify="space-between">
        <Text size="sm" className={classes['grow'] ?? ''}>
          {text}
        </Text>
        <Button size="xs" variant="default" onClick={onAction}>
          {action}
        </Button>
      </Group>
    </Alert>
  );
}

function Loading() {
  return (
    <Stack gap="md" role="status" aria-label="Loading the conversation">
      <Skeleton height={36} width="45%" ml="auto" radius="lg" />
      <Skeleton height={14} width="90%" />
      <Skeleton height={14} width="75%" />
      <Loader size="xs" color="gray" aria-hidden />
    </Stack>
  );
}
