import { type ConversationState, type ConversationStore, turnsOf } from '@inlay/client';
import { Alert, Box, Button, Group, Loader, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { memo } from 'react';
import { inWordsOf } from '../shared/failure.ts';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { Suggestions } from './suggestions.tsx';
import { TurnView } from './turn-view.tsx';
import { startAnew } from './use-conversation.ts';
import { useRatings } from './use-ratings.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

interface TranscriptProps {
  readonly conversation: ConversationState;
  readonly store: ConversationStore;
  readonly onAsk: (question: string) => void;
  readonly onEdit: (question: string) => void;
}

/** The turns of a thread, oldest first, with suggestions for the next question. */
export const Transcript = memo(function Transcript({ conversation, store, onAsk, onEdit }: TranscriptProps) {
  const { agent } = useChat();
  const say = words().chat;
  const { threadId, phase, problem, outcome, isLost, isCrowded, waiting } = conversation;
  const turns = turnsOf(conversation);
  const ratings = useRatings();
  const holder = useStickToEnd(conversation, turns.length);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes['transcript']} ref={holder} aria-label={say.conversation} tabIndex={0}>
      <Stack className={classes['column']} gap="xl" py="lg">
        {phase === 'loading' && turns.length === 0 ? <Loading /> : null}
        {phase === 'idle' && turns.length === 0 && problem === undefined ? (
          <Stack gap="lg" className={classes['welcome'] ?? ''}>
            <Box>
              <ThemeIcon size={44} radius="lg" variant="light" mb="md" aria-hidden>
                <IconSparkles size={24} />
              </ThemeIcon>
              <Title order={2} size="h3">
                {say.welcome}
              </Title>
              <Text c="dimmed" mt={4}>
                {say.start}
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
            onEdit={onEdit}
          />
        ))}
        {isCrowded ? (
          <Notice
            color="yellow"
            role="status"
            text={say.busy}
            action={say.tryNow}
            onAction={store.reconnect}
          />
        ) : null}
        {isLost ? (
          <Notice
            color="yellow"
            role="status"
            text={say.lost}
            action={say.tryNow}
            onAction={store.reconnect}
          />
        ) : null}
        {phase === 'idle' ? <Ending {...{ problem, outcome, store }} /> : null}
        {waiting.length === 0 ? null : (
          <Stack component="ul" className={classes['waiting']} gap="xs" aria-label={say.waiting}>
            {waiting.map((question, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a question may be asked twice
              <li key={index} className={classes['question']}>
                {question}
              </li>
            ))}
          </Stack>
        )}
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
  store,
}: Pick<ConversationState, 'problem' | 'outcome'> & { readonly store: ConversationStore }) {
  const say = words().chat;
  const onRetry = store.retry;
  if (problem?.code === 'NOT_FOUND' && outcome !== 'FAILED') {
    const onAction = () => startAnew(store);
    return (
      <Notice color="yellow" role="alert" text={say.gone} action={say.newConversation} {...{ onAction }} />
    );
  }
  if (problem !== undefined || outcome === 'FAILED') {
    const text = problem === undefined ? say.failed : inWordsOf(problem.code, problem.message);
    return <Notice color="red" role="alert" text={text} action={words().tryAgain} onAction={onRetry} />;
  }
  if (outcome === 'INTERRUPTED') {
    return <Notice color="yellow" role="alert" text={say.interrupted} action={say.goOn} onAction={onRetry} />;
  }
  if (outcome !== 'ABORTED') return null;
  return <Notice color="gray" role="alert" text={say.stopped} action={say.askAgain} onAction={onRetry} />;
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
    <Stack gap="md" role="status" aria-label={words().chat.loadingConversation}>
      <Skeleton height={36} width="45%" ml="auto" radius="lg" />
      <Skeleton height={14} width="90%" />
      <Skeleton height={14} width="75%" />
      <Loader size="xs" color="gray" aria-hidden />
    </Stack>
  );
}
