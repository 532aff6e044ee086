import { UsersDocument } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { choiceFilter, flagFilter, textFilter } from '../parts/filter-field.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { userColumns } from './user-columns.tsx';
import { CreateUser } from './user-form.tsx';

const filters = {
  text: textFilter('Identifier or email'),
  kind: choiceFilter('Kind', { EXTERNAL: 'External', INTERNAL: 'Internal' }),
  embedTenantName: textFilter('Embed tenant'),
  isEphemeral: flagFilter('Retention', { true: 'Temporary', false: 'Permanent' }),
};

export function UsersPage() {
  return (
    <>
      <PageHeader
        title="Users"
        text="External users are created when a session or a chat names them, internal users here or in the workspace."
      >
        <CreateUser />
      </PageHeader>
      <ConnectionTable
        label="Users"
        document={UsersDocument}
        read={(data) => data.users}
        columns={userColumns}
        filters={filters}
        order={{ field: 'CREATED_AT', direction: 'DESC' }}
        empty="No users yet."
      />
    </>
  );
}
