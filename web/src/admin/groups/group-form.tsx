import { Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { CreateGroupDocument, type GroupRowFragment, UpdateGroupDocument } from '../generated/graphql.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useChange } from '../parts/use-change.ts';

export function CreateGroup() {
  const create = useChange(CreateGroupDocument);
  return (
    <FormDialog
      label="Create group"
      verb="Create"
      send={async (values) => {
        const input = { name: values.text('name'), description: values.textOrNull('description') };
        const { createGroup } = await create({ input });
        return `Created the group ${createGroup.group.name}.`;
      }}
    >
      <GroupFields />
    </FormDialog>
  );
}

export function EditGroup({ group }: { readonly group: GroupRowFragment }) {
  const update = useChange(UpdateGroupDocument);
  return (
    <FormDialog
      label={`Edit group ${group.name}`}
      icon={<IconPencil size={16} aria-hidden />}
      verb="Save"
      send={async (values) => {
        const { id } = group;
        const input = { id, name: values.text('name'), description: values.textOrNull('description') };
        const { updateGroup } = await update({ input });
        return `Saved the group ${updateGroup.group.name}.`;
      }}
    >
      <GroupFields group={group} />
    </FormDialog>
  );
}

function GroupFields({ group }: { readonly group?: GroupRowFragment }) {
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        description="Access policies refer to groups by name."
        maxLength={255}
        defaultValue={group?.name}
        required
        data-autofocus
      />
      <Textarea
        name="description"
        label="Description"
        maxLength={2000}
        defaultValue={group?.description ?? ''}
        autosize
        minRows={2}
      />
    </>
  );
}
