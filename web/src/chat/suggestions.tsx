import { Button, Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from 'urql';
import classes from './chat.module.css';
import { SuggestedQuestionsDocument } from './generated/graphql.ts';

interface SuggestionsProps {
  readonly agentId: number;
  /** The thread to go on with; undefined for questions to start with. */
  readonly chatId: string | undefined;
  readonly onAsk: (question: string) => void;
}

/** Questions that the agent can answer. Shows nothing if there are none, or if they fail to load. */
export function Suggestions({ agentId, chatId, onAsk }: SuggestionsProps) {
  const [{ data, fetching }] = useQuery({
    query: SuggestedQuestionsDocument,
    variables: { agentId, chatId: chatId ?? null },
    requestPolicy: chatId === undefined ? 'cache-first' : 'network-only',
  });
  const isStart = chatId === undefined;
  if (fetching && isStart) {
    return (
      <div className={classes['starters']} aria-hidden>
        {['first', 'second', 'third', 'fourth'].map((key) => (
          <Skeleton key={key} height={50} radius="lg" />
        ))}
      </div>
    );
  }
  const questions = data?.chatAgent.suggestedQuestions ?? [];
  if (questions.length === 0) return null;
  return (
    <ul
      className={`${classes['list']} ${classes[isStart ? 'starters' : 'followUps']}`}
      aria-label="Suggested questions"
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
