import { Button, Tabs } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { attributeColumns, attributeConsequence } from '../attributes/attribute-columns.tsx';
import {
  DeleteTenantAttributeDocument,
  DeleteTenantDocument,
  DeleteTenantGroupDocument,
  TenantAttributesDocument,
  TenantGroupsDocument,
} from '../generated/graphql.ts';
import { groupColumns, groupConsequence } from '../groups/group-columns.tsx';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { formats } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useChange } from '../parts/use-change.ts';

/** @param tab `attributes`; anything else is `groups` */
export function TenantPage({ name, tab }: { readonly name: string; readonly tab: string | undefined }) {
  const [, navigate] = useLocation();
  const remove = useChange(DeleteTenantDocument);
  return (
    <>
      <PageHeader
        title={name}
        text="Groups and attributes of this embed tenant only. Sessions in creator mode create them."
        parent={{ title: 'Embed tenants', href: '/tenants' }}
      >
        <Button component={Link} href={`/users?embedTenantName=${name}`} variant="default">
          Show users
        </Button>
        <ConfirmAction
          label="Delete embed tenant"
          question={`Delete the embed tenant ${name}?`}
          consequence="All of its users go with it, and their threads, sessions and attribute values, and its groups and attributes. Where they are signed in, they are signed out, and what is being answered stops. A session that names it again makes a new, empty one. This cannot be undone."
          verb="Delete"
          act={async () => {
            const { deleteEmbedTenant } = await remove({ input: { name } });
            navigate('/tenants');
            const { deletedUsers } = deleteEmbedTenant;
            return `Deleted the embed tenant ${name} with its ${formats.number(deletedUsers)} ${deletedUsers === 1 ? 'user' : 'users'}.`;
          }}
        />
      </PageHeader>
      <Tabs
        value={tab === 'attributes' ? tab : 'groups'}
        onChange={(next) => navigate(`/tenants/${name}/${next}`)}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="groups">Groups</Tabs.Tab>
          <Tabs.Tab value="attributes">User attributes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="groups">
          <TenantGroups name={name} />
        </Tabs.Panel>
        <Tabs.Panel value="attributes">
          <TenantAttributes name={name} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function TenantGroups({ name }: { readonly name: string }) {
  const remove = useChange(DeleteTenantGroupDocument);
  return (
    <ConnectionTable
      label={`Groups of ${name}`}
      document={TenantGroupsDocument}
      scope={{ name }}
      read={(data) => data.embedTenant.groups}
      columns={groupColumns}
      actions={(group) => (
        <ConfirmAction
          label={`Delete group ${group.name}`}
          icon={<IconTrash size={16} aria-hidden />}
          question={`Delete the group ${group.name} of ${name}?`}
          consequence={groupConsequence(group)}
          verb="Delete"
          act={async () => {
            await remove({ input: { embedTenantName: name, id: group.id } });
            return `Deleted the group ${group.name} of ${name}.`;
          }}
        />
      )}
      empty="This embed tenant has no groups of its own."
    />
  );
}

function TenantAttributes({ name }: { readonly name: string }) {
  const remove = useChange(DeleteTenantAttributeDocument);
  return (
    <ConnectionTable
      label={`User attributes of ${name}`}
      document={TenantAttributesDocument}
      scope={{ name }}
      read={(data) => data.embedTenant.userAttributes}
      columns={attributeColumns}
      actions={(attribute) => (
        <ConfirmAction
          label={`Delete attribute ${attribute.name}`}
          icon={<IconTrash size={16} aria-hidden />}
          question={`Delete the attribute ${attribute.name} of ${name}?`}
          consequence={attributeConsequence}
          verb="Delete"
          act={async () => {
            await remove({ input: { embedTenantName: name, id: attribute.id } });
            return `Deleted the attribute ${attribute.name} of ${name}.`;
          }}
        />
      )}
      empty="This embed tenant has no user attributes of its own."
    />
  );
}
