import { useRead } from '@inlay/react';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';

interface SuggestionsProps {
  readonly agentId: number;
  /** The thread to go on with; undefined for questions to start with. */
  readonly threadId: string | undefined;
  readonly onAsk: (question: string) => void;
}

/** Questions that the agent can answer. Shows nothing if there are none, or if they fail to load. */
export function Suggestions({ agentId, threadId, onAsk }: SuggestionsProps) {
  const { data: questions = [], isLoading } = useRead(`${agentId} ${threadId ?? ''}`, (client) =>
    client.suggestions(threadId, agentId),
  );
  const isStart = threadId === undefined;
  if (isLoading && isStart) {
    return (
      <div className={classes['starters']} aria-hidden>
        {['first', 'second', 'third', 'fourth'].map((key) => (
          <Skeleton key={key} height={50} radius="lg" />
        ))}
      </div>
    );
  }
  if (questions.length === 0) return null;
  return (
    <ul
      className={`${classes['list']} ${classes[isStart ? 'starters' : 'followUps']}`}
      aria-label={words().chat.suggested}
    >
      {questions.map((question) => (
        <li key={question}>
          <Button
            variant="default"
            radius={isStart ? 'lg' : 'xl'}
            size="sm"
            fw={500}
            justify="space-between"
            className={classes['suggestion'] ?? ''}
            rightSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}
