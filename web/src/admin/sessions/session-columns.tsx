import type { SessionOrderField, SessionRowFragment, SessionState } from '../generated/graphql.ts';
import type { Column } from '../parts/connection-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { UserLink } from '../users/user-columns.tsx';

const stateColors: Readonly<Record<SessionState, string>> = {
  PENDING: 'blue',
  EXCHANGED: 'teal',
  REVOKED: 'red',
  EXPIRED: 'gray',
};

export const sessionColumns: readonly Column<SessionRowFragment, SessionOrderField>[] = [
  { title: 'User', cell: ({ user }) => <UserLink id={user.id} identifier={user.identifier} /> },
  {
    title: 'State',
    cell: ({ state }) => <StateBadge state={state} colors={stateColors} />,
  },
  { title: 'Embed tenant', cell: ({ embedTenant }) => embedTenant?.name ?? '–' },
  { title: 'Deployment', cell: ({ deployment }) => deployment.name },
  { title: 'Minted', orderBy: 'CREATED_AT', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { title: 'Exchanged', cell: ({ exchangedAt }) => <Moment at={exchangedAt} /> },
];
