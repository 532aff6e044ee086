import { Badge, Stack, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ApiKeyOrderField,
  type ApiKeyRowFragment,
  type ApiKeyState,
  ApiKeysDocument,
  RevokeApiKeyDocument,
} from '../generated/graphql.ts';
import { ConfirmAction } from '../parts/confirm-action.tsx';
import { type Column, ConnectionTable } from '../parts/connection-table.tsx';
import { choiceFilter } from '../parts/filter-field.ts';
import { HistoryLink } from '../parts/history-link.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useChange } from '../parts/use-change.ts';
import { CreateKey, RotateKey } from './key-forms.tsx';
import { type NewSecret, SecretDialog } from './secret-dialog.tsx';

const filters = {
  state: choiceFilter('State', { ACTIVE: 'Active', EXPIRED: 'Expired', REVOKED: 'Revoked' }),
};

export function KeysPage() {
  const [secret, setSecret] = useState<NewSecret>();
  const revoke = useChange(RevokeApiKeyDocument);
  return (
    <>
      <PageHeader
        title="API keys"
        text="Credentials of your servers. Keys from the workspace are changed there."
      >
        <CreateKey onSecret={setSecret} />
      </PageHeader>
      <ConnectionTable
        label="API keys"
        document={ApiKeysDocument}
        read={(data) => data.apiKeys}
        columns={columns}
        filters={filters}
        order={{ field: 'CREATED_AT', direction: 'DESC' }}
        actions={(key) => (
          <>
            <HistoryLink subject={`apiKey:${key.databaseId}`} of={`the key ${key.name}`} />
            {key.state === 'ACTIVE' && !key.isManaged && (
              <>
                <RotateKey apiKey={key} onSecret={setSecret} />
                <ConfirmAction
                  label={`Revoke ${key.name}`}
                  icon={<IconBan size={16} aria-hidden />}
                  question={`Revoke the key ${key.name}?`}
                  consequence="Requests with this key will be refused. This cannot be undone."
                  verb="Revoke"
                  act={async () => {
                    await revoke({ input: { id: key.id } });
                    return `Revoked the key ${key.name}.`;
                  }}
                />
              </>
            )}
          </>
        )}
        empty="No API keys yet."
      />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

const stateColors: Readonly<Record<ApiKeyState, string>> = {
  ACTIVE: 'teal',
  EXPIRED: 'gray',
  REVOKED: 'red',
};

const columns: readonly Column<ApiKeyRowFragment, ApiKeyOrderField>[] = [
  {
    title: 'Key',
    orderBy: 'NAME',
    cell: ({ name, hint, isManaged }) => (
      <Stack gap={0}>
        <Text inherit fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          …{hint}
          {isManaged && ' · from the workspace'}
        </Text>
      </Stack>
    ),
  },
  {
    title: 'Role',
    cell: ({ role }) => (
      <Badge variant={role === 'ADMIN' ? 'light' : 'default'} tt="none">
        {role.toLowerCase()}
      </Badge>
    ),
  },
  {
    title: 'State',
    cell: ({ state }) => <StateBadge state={state} colors={stateColors} />,
  },
  { title: 'Deployments', cell: ({ deployments }) => deployments.join(', ') || 'All' },
  { title: 'Created', orderBy: 'CREATED_AT', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { title: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
];
