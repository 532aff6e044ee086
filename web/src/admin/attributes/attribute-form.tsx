import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import {
  type AttributeRowFragment,
  CreateAttributeDocument,
  UpdateAttributeDocument,
  type UserAttributeType,
} from '../generated/graphql.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useChange } from '../parts/use-change.ts';
import { attributeTypes } from './attribute-columns.tsx';

export function CreateAttribute() {
  const create = useChange(CreateAttributeDocument);
  return (
    <FormDialog
      label="Create attribute"
      verb="Create"
      send={async (values) => {
        const input = {
          name: values.text('name'),
          displayName: values.textOrNull('displayName'),
          description: values.textOrNull('description'),
          defaultValue: values.textOrNull('defaultValue'),
          type: values.text('type') as UserAttributeType,
        };
        const { createUserAttribute } = await create({ input });
        return `Created the attribute ${createUserAttribute.userAttribute.name}.`;
      }}
    >
      <TextInput
        name="name"
        label="Name"
        description="Access policies and sessions refer to it by this name."
        maxLength={255}
        required
        data-autofocus
      />
      <NativeSelect
        name="type"
        label="Type"
        description="Cannot be changed later."
        data={Object.entries(attributeTypes).map(([value, label]) => ({ value, label }))}
      />
      <AttributeFields />
    </FormDialog>
  );
}

export function EditAttribute({ attribute }: { readonly attribute: AttributeRowFragment }) {
  const update = useChange(UpdateAttributeDocument);
  const { id, name } = attribute;
  return (
    <FormDialog
      label={`Edit attribute ${name}`}
      icon={<IconPencil size={16} aria-hidden />}
      verb="Save"
      send={async (values) => {
        await update({
          input: {
            id,
            displayName: values.textOrNull('displayName'),
            description: values.textOrNull('description'),
            defaultValue: values.textOrNull('defaultValue'),
          },
        });
        return `Saved the attribute ${name}.`;
      }}
    >
      <AttributeFields attribute={attribute} />
    </FormDialog>
  );
}

function AttributeFields({ attribute }: { readonly attribute?: AttributeRowFragment }) {
  return (
    <>
      <TextInput name="displayName" label="Display name" defaultValue={attribute?.displayName ?? ''} />
      <Textarea
        name="description"
        label="Description"
        maxLength={2000}
        defaultValue={attribute?.description ?? ''}
        autosize
        minRows={2}
      />
      <TextInput
        name="defaultValue"
        label="Default"
        description={'For users without a value. Lists as JSON: ["EU", "UK"]'}
        defaultValue={attribute?.defaultValue ?? ''}
      />
    </>
  );
}
