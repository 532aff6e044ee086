import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import {
  type ApiKeyRole,
  type ApiKeyRowFragment,
  CreateApiKeyDocument,
  RotateApiKeyDocument,
} from '../generated/graphql.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { ListInput } from '../parts/list-input.tsx';
import { useChange } from '../parts/use-change.ts';
import type { NewSecret } from './secret-dialog.tsx';

interface WithSecret {
  readonly onSecret: (secret: NewSecret) => void;
}

const roles = [
  { value: 'CHAT', label: 'Chat' },
  { value: 'ADMIN', label: 'Admin' },
];

export function CreateKey({ onSecret }: WithSecret) {
  const create = useChange(CreateApiKeyDocument);
  return (
    <FormDialog
      label="Create key"
      verb="Create"
      send={async (values) => {
        const expires = values.text('expiresAt');
        const { createApiKey } = await create({
          input: {
            name: values.text('name'),
            role: values.text('role') as ApiKeyRole,
            deployments: values.list('deployments').map(Number),
            expiresAt: expires === '' ? null : new Date(expires).toISOString(),
          },
        });
        onSecret({ name: createApiKey.apiKey.name, secret: createApiKey.secret });
        return undefined;
      }}
    >
      <TextInput name="name" label="What it is for" maxLength={255} required data-autofocus />
      <NativeSelect
        name="role"
        label="Role"
        description="Chat: only on behalf of users. Admin: everything in the account."
        data={roles}
      />
      <ListInput
        name="deployments"
        label="Deployments"
        description="Numbers of the deployments that it may use. Leave empty for all."
      />
      <TextInput
        name="expiresAt"
        type="datetime-local"
        label="Expires"
        description="Leave empty for a key that never expires."
      />
    </FormDialog>
  );
}

export function RotateKey({ apiKey, onSecret }: WithSecret & { readonly apiKey: ApiKeyRowFragment }) {
  const rotate = useChange(RotateApiKeyDocument);
  return (
    <FormDialog
      label={`Rotate ${apiKey.name}`}
      icon={<IconRotate size={16} aria-hidden />}
      verb="Rotate"
      send={async (values) => {
        const overlapSeconds = Math.round(Number(values.text('hours')) * 60 * 60);
        const { rotateApiKey } = await rotate({ input: { id: apiKey.id, overlapSeconds } });
        onSecret({ name: rotateApiKey.apiKey.name, secret: rotateApiKey.secret });
        return undefined;
      }}
    >
      <NumberInput
        name="hours"
        label="The old secret still works for (hours)"
        description="A new key with the same rights replaces it. With 0, the old key stops working at once."
        defaultValue={24}
        min={0}
        max={720}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
