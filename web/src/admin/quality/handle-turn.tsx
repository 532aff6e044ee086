import { Button } from '@mantine/core';
import { HandleTurnDocument, type TurnRowFragment } from '../generated/graphql.ts';
import { useNotice } from '../parts/notices.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { useChange } from '../parts/use-change.ts';

interface HandleTurnProps {
  readonly turn: TurnRowFragment;
  /** For entries of lists. */
  readonly isSmall?: boolean;
}

/** Takes a turn out of the list of open ones, or puts it back. */
export function HandleTurn({ turn, isSmall = false }: HandleTurnProps) {
  const handle = useChange(HandleTurnDocument);
  const attempt = useAttempt();
  const say = useNotice();
  const isHandled = turn.handledAt !== null;
  const verb = isHandled ? 'Open again' : 'Mark as handled';
  return (
    <Button
      variant={isSmall ? 'subtle' : 'default'}
      size={isSmall ? 'compact-sm' : 'sm'}
      loading={attempt.isRunning}
      aria-label={isSmall ? `${verb}: ${turn.question?.content ?? turn.thread.title}` : undefined}
      onClick={() =>
        void attempt.run(async () => {
          try {
            await handle({ input: { id: turn.id, isHandled: !isHandled } });
            say(isHandled ? 'Opened the question again.' : 'Marked the question as handled.');
          } catch (error) {
            say(error instanceof Error ? error.message : String(error));
          }
        })
      }
    >
      {verb}
    </Button>
  );
}
