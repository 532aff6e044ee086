import { TenantsDocument } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { textFilter } from '../parts/filter-field.ts';
import { Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';

export function TenantsPage() {
  return (
    <>
      <PageHeader
        title="Embed tenants"
        text="Your customers, each with its own users, groups and attributes. A session that names a new tenant creates it."
      />
      <ConnectionTable
        label="Embed tenants"
        document={TenantsDocument}
        read={(data) => data.embedTenants}
        filters={{ text: textFilter('Search') }}
        columns={[
          {
            title: 'Name',
            cell: ({ name }) => (
              <TextLink href={`/tenants/${name}`} fw={500}>
                {name}
              </TextLink>
            ),
          },
          {
            title: 'Users',
            cell: ({ name }) => <TextLink href={`/users?embedTenantName=${name}`}>Show users</TextLink>,
          },
          { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
        empty="No embed tenants yet."
      />
    </>
  );
}
