import type { Turn } from '@inlay/client';
import { Group, Loader, Stack, Text } from '@mantine/core';
import { memo, useMemo } from 'react';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerText } from './answer-text.tsx';
import classes from './chat.module.css';
import { type QueryResult, queryResultOf } from './query-result.ts';
import { ResultView } from './result-view.tsx';
import { Steps } from './steps.tsx';
import type { Ratings } from './use-ratings.ts';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isAnswering: boolean;
  readonly ratings: Ratings;
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

function OneTurn({ turn, isAnswering, ratings }: TurnViewProps) {
  const { question, steps, answer } = turn;
  const lastCall = steps.findLast((step) => shownResult(step) !== undefined);
  const result = useMemo(() => (lastCall === undefined ? undefined : shownResult(lastCall)), [lastCall]);
  return (
    <Stack component="article" gap="sm" aria-label={question}>
      <div className={classes['question']}>{question}</div>
      {steps.length > 0 ? <Steps steps={steps} isWorking={isAnswering && answer === undefined} /> : null}
      {isAnswering && steps.length === 0 && answer === undefined ? (
        <Group gap="xs" role="status">
          <Loader size="xs" type="dots" />
          <Text size="sm" c="dimmed">
            Thinking…
          </Text>
        </Group>
      ) : null}
      {result === undefined ? null : <ResultView result={result} />}
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
