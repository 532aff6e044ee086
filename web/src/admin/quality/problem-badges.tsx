import { Badge, Group } from '@mantine/core';
import type { ChatTurnProblem } from '../generated/graphql.ts';

export const problemLabels = {
  REFUSED: 'Refused',
  FAILED: 'Failed',
  RATED_BAD: 'Rated bad',
  REPEATED: 'Asked again',
} as const satisfies Record<ChatTurnProblem, string>;

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
