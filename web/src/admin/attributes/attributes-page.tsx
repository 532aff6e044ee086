import { IconTrash } from '@tabler/icons-react';
import { AttributesDocument, DeleteAttributeDocument } from '../generated/graphql.ts';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { textFilter } from '../parts/filter-field.ts';
import { HistoryLink } from '../parts/history-link.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useChange } from '../parts/use-change.ts';
import { attributeColumns, attributeConsequence } from './attribute-columns.tsx';
import { CreateAttribute, EditAttribute } from './attribute-form.tsx';

export function AttributesPage() {
  const remove = useChange(DeleteAttributeDocument);
  return (
    <>
      <PageHeader
        title="User attributes"
        text="Attributes that users can have values for. Access policies use the values to decide which rows a user sees. Attributes from the workspace are changed there."
      >
        <CreateAttribute />
      </PageHeader>
      <ConnectionTable
        label="User attributes"
        document={AttributesDocument}
        read={(data) => data.userAttributes}
        filters={{ text: textFilter('Search') }}
        columns={attributeColumns}
        actions={(attribute) => (
          <>
            <HistoryLink
              subject={`userAttribute:${attribute.databaseId}`}
              of={`the attribute ${attribute.name}`}
            />
            {!attribute.isManaged && (
              <>
                <EditAttribute attribute={attribute} />
                <ConfirmAction
                  label={`Delete attribute ${attribute.name}`}
                  icon={<IconTrash size={16} aria-hidden />}
                  question={`Delete the attribute ${attribute.name}?`}
                  consequence={attributeConsequence}
                  verb="Delete"
                  act={async () => {
                    await remove({ input: { id: attribute.id } });
                    return `Deleted the attribute ${attribute.name}.`;
                  }}
                />
              </>
            )}
          </>
        )}
        empty="No user attributes yet."
      />
    </>
  );
}
