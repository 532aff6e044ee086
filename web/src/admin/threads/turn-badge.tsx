import type { ChatTurnStatus } from '../generated/graphql.ts';
import { StateBadge } from '../parts/state-badge.tsx';

const colors: Readonly<Record<ChatTurnStatus, string>> = {
  running: 'blue',
  completed: 'teal',
  failed: 'red',
  aborted: 'gray',
  interrupted: 'orange',
};

/** Status of a thread's latest turn; a dash if there is none. */
export function TurnBadge({ status }: { readonly status: ChatTurnStatus | null | undefined }) {
  if (status == null) return <>–</>;
  return <StateBadge state={status} colors={colors} />;
}
