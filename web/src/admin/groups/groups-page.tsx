import { IconTrash } from '@tabler/icons-react';
import { DeleteGroupDocument, GroupsDocument } from '../generated/graphql.ts';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { textFilter } from '../parts/filter-field.ts';
import { HistoryLink } from '../parts/history-link.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useChange } from '../parts/use-change.ts';
import { groupColumns, groupConsequence } from './group-columns.tsx';
import { CreateGroup, EditGroup } from './group-form.tsx';

export function GroupsPage() {
  const remove = useChange(DeleteGroupDocument);
  return (
    <>
      <PageHeader
        title="Groups"
        text="Tenant-wide groups. Sessions assign them to users, and access policies check them. Groups from the workspace are changed there."
      >
        <CreateGroup />
      </PageHeader>
      <ConnectionTable
        label="Groups"
        document={GroupsDocument}
        read={(data) => data.groups}
        filters={{ text: textFilter('Search') }}
        columns={groupColumns}
        actions={(group) => (
          <>
            <HistoryLink subject={`group:${group.databaseId}`} of={`the group ${group.name}`} />
            {!group.isManaged && (
              <>
                <EditGroup group={group} />
                <ConfirmAction
                  label={`Delete group ${group.name}`}
                  icon={<IconTrash size={16} aria-hidden />}
                  question={`Delete the group ${group.name}?`}
                  consequence={groupConsequence(group)}
                  verb="Delete"
                  act={async () => {
                    await remove({ input: { id: group.id } });
                    return `Deleted the group ${group.name}.`;
                  }}
                />
              </>
            )}
          </>
        )}
        empty="No groups yet."
      />
    </>
  );
}
