import { Badge, Group } from '@mantine/core';
import type { ChatRatingReason, ChatTurnProblem } from '../generated/graphql.ts';

export const problemLabels = {
  REFUSED: 'Refused',
  FAILED: 'Failed',
  RATED_BAD: 'Rated bad',
  REPEATED: 'Asked again',
} as const satisfies Record<ChatTurnProblem, string>;

const reasons = {
  WRONG_FIGURES: 'Wrong figures',
  MISUNDERSTOOD: 'Misunderstood',
  INCOMPLETE: 'Incomplete',
  UNCLEAR: 'Unclear',
  OTHER: 'Something else',
} as const satisfies Record<ChatRatingReason, string>;

interface RatedProps {
  readonly ratingReason: ChatRatingReason | null;
  readonly ratingComment: string | null;
}

/** What the reader finds bad about an answer; empty if they have not said. */
export function badText({ ratingReason, ratingComment }: RatedProps): string {
  const reason = ratingReason === null ? undefined : reasons[ratingReason];
  return [reason, ratingComment ?? undefined].filter((part) => part !== undefined).join(': ');
}

const colors: Readonly<Record<ChatTurnProblem, string>> = {
  REFUSED: 'orange',
  FAILED: 'red',
  RATED_BAD: 'grape',
  REPEATED: 'blue',
};

/** Why a turn deserves a look. */
export function ProblemBadges({ problems }: { readonly problems: readonly ChatTurnProblem[] }) {
  return (
    <Group gap={4}>
      {problems.map((problem) => (
        <Badge key={problem} variant="dot" tt="none" color={colors[problem]}>
          {problemLabels[problem]}
        </Badge>
      ))}
    </Group>
  );
}
