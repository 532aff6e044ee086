import type { ChatTurnStatus } from '../generated/graphql.ts';
import { StateBadge } from '../parts/state-badge.tsx';

const colors: Readonly<Record<ChatTurnStatus, string>> = {
  RUNNING: 'blue',
  COMPLETED: 'teal',
  FAILED: 'red',
  ABORTED: 'gray',
  INTERRUPTED: 'orange',
};

/** Status of a thread's latest turn; a dash if there is none. */
export function TurnBadge({ status }: { readonly status: ChatTurnStatus | null | undefined }) {
  if (status == null) return <>–</>;
  return <StateBadge state={status} colors={colors} />;
}
