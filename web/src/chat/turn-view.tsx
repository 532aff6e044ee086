import type { Turn } from '@inlay/client';
import { ActionIcon, Group, Loader, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { type QueryResult, queryResultOf } from '../shared/query-result.ts';
import { words } from '../shared/words/words.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerText } from './answer-text.tsx';
import classes from './chat.module.css';
import { ResultView } from './result-view.tsx';
import { Steps } from './steps.tsx';
import type { Ratings } from './use-ratings.ts';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isAnswering: boolean;
  readonly ratings: Ratings;
  readonly onEdit: (question: string) => void;
}

/** A question, the steps to its answer, the result and the answer; memoised. */
export const TurnView = memo(OneTurn, isSame);

function isSame(before: TurnViewProps, after: TurnViewProps): boolean {
  const [one, other] = [before.turn, after.turn];
  const ratingOf = ({ ratings, turn: { answer } }: TurnViewProps) => answer && ratings.of(answer);
  return (
    before.isAnswering === after.isAnswering &&
    one.id === other.id &&
    one.question === other.question &&
    one.answer === other.answer &&
    one.steps.length === other.steps.length &&
    one.steps.every((step, index) => step === other.steps[index]) &&
    ratingOf(before) === ratingOf(after)
  );
}

function OneTurn({ turn, isAnswering, ratings, onEdit }: TurnViewProps) {
  const { question, steps, answer } = turn;
  const lastCall = steps.findLast((step) => shownResult(step) !== undefined);
  const isFinal = answer !== undefined || !isAnswering;
  const result = useMemo(() => (lastCall === undefined ? undefined : shownResult(lastCall)), [lastCall]);
  return (
    <Stack component="article" gap="sm" aria-label={question}>
      <Group gap={4} justify="flex-end" wrap="nowrap" className={classes['asked']}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes['edit'] ?? ''}
          aria-label={words().threads.editQuestion}
          title={words().threads.editQuestion}
          onClick={() => onEdit(question)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <div className={classes['question']}>{question}</div>
      </Group>
      {steps.length > 0 ? <Steps steps={steps} isWorking={isAnswering && answer === undefined} /> : null}
      {isAnswering && steps.length === 0 && answer === undefined ? (
        <Group gap="xs" role="status">
          <Loader size="xs" type="dots" />
          <Text size="sm" c="dimmed">
            {words().chat.thinking}
          </Text>
        </Group>
      ) : null}
      {result === undefined || (result.rows.length === 1 && !isFinal) ? null : (
        // A single row may be the whole of what the next query shows the parts of.
        <ResultView result={result} isAnswering={isAnswering} />
      )}
      <div aria-live="polite" aria-busy={isAnswering}>
        {answer === undefined ? null : <AnswerText content={answer.content} isOpen={isAnswering} />}
      </div>
      {answer === undefined || isAnswering ? null : <AnswerActions answer={answer} ratings={ratings} />}
    </Stack>
  );
}

function shownResult(step: Turn['steps'][number]): QueryResult | undefined {
  const result = queryResultOf(step);
  return result === undefined || result.rows.length === 0 ? undefined : result;
}
