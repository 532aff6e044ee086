import { Badge } from '@mantine/core';

interface StateBadgeProps<State extends string> {
  readonly state: State;
  readonly colors: Readonly<Record<State, string>>;
}

/** A status as a word and a colour. */
export function StateBadge<State extends string>({ state, colors }: StateBadgeProps<State>) {
  return (
    <Badge color={colors[state]} variant="dot" tt="none">
      {state.toLowerCase()}
    </Badge>
  );
}
