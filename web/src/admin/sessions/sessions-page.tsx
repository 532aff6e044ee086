import { IconBan } from '@tabler/icons-react';
import { RevokeSessionDocument, SessionsDocument } from '../generated/graphql.ts';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { choiceFilter } from '../parts/filter-field.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { useChange } from '../parts/use-change.ts';
import { userFilter } from '../users/user-select.tsx';
import { sessionColumns } from './session-columns.tsx';

const filters = {
  state: choiceFilter('State', {
    PENDING: 'Pending',
    EXCHANGED: 'Exchanged',
    REVOKED: 'Revoked',
    EXPIRED: 'Expired',
  }),
  userId: userFilter,
};

export function SessionsPage() {
  const revoke = useChange(RevokeSessionDocument);
  return (
    <>
      <PageHeader
        title="Sessions"
        text="Sessions are minted for users of embedded pages. Revoking a session also revokes its token."
      />
      <ConnectionTable
        label="Sessions"
        document={SessionsDocument}
        read={(data) => data.sessions}
        columns={sessionColumns}
        filters={filters}
        order={{ field: 'CREATED_AT', direction: 'DESC' }}
        actions={({ id, user, state }) =>
          (state === 'PENDING' || state === 'EXCHANGED') && (
            <ConfirmAction
              label={`Revoke the session of ${user.identifier}`}
              icon={<IconBan size={16} aria-hidden />}
              question={`Revoke this session of ${user.identifier}?`}
              consequence="It can no longer be exchanged, and the token that it was exchanged for stops working at once. This cannot be undone."
              verb="Revoke"
              act={async () => {
                await revoke({ input: { id } });
                return `Revoked the session of ${user.identifier}.`;
              }}
            />
          )
        }
        empty="No sessions yet."
      />
    </>
  );
}
