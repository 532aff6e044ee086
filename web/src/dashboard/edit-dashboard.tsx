import { Button, Group, Paper, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ConfirmDelete } from '../shared/confirm-delete.tsx';
import { words } from '../shared/words/words.ts';
import { type OpenDashboardFragment, OwnTenantDocument } from './generated/graphql.ts';
import { TitleForm } from './title-form.tsx';
import type { Changes } from './use-changes.ts';

interface EditDashboardProps {
  readonly dashboard: OpenDashboardFragment;
  readonly changes: Changes;
  readonly onFailure: (text: string) => void;
  readonly onDeleted: () => void;
}

/** What the user of a dashboard can do with it: rename, share and delete. */
export function EditDashboard({ dashboard, changes, onFailure, onDeleted }: EditDashboardProps) {
  const { title, isShared } = dashboard;
  const text = words().keeping;
  const [asked, ask] = useState<'rename' | 'delete'>();
  const [{ data }] = useQuery({ query: OwnTenantDocument });
  // Without an embed tenant there is nobody to share with.
  const canShare = data?.viewer.user?.embedTenant != null;

  async function share(isShared: boolean): Promise<void> {
    const failure = await changes.update({ isShared });
    if (failure !== undefined) onFailure(failure);
  }

  return (
    <Paper withBorder p="sm" role="group" aria-label={text.actionsOf(title)}>
      <Group justify="space-between" gap="sm">
        {canShare ? (
          <Switch
            label={text.share}
            description={text.shareHint}
            checked={isShared}
            disabled={changes.isBusy}
            onChange={(event) => void share(event.currentTarget.checked)}
          />
        ) : (
          <span />
        )}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => ask('rename')}
          >
            {text.renameDashboard}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => ask('delete')}
          >
            {text.deleteDashboard}
          </Button>
        </Group>
      </Group>
      {asked === 'rename' ? (
        <TitleForm
          heading={text.renameDashboard}
          title={title}
          onSave={(next) => changes.update({ title: next })}
          onClose={() => ask(undefined)}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDelete
          heading={text.deleteDashboard}
          question={text.confirmDelete(title)}
          onConfirm={async () => {
            const failure = await changes.deleteDashboard();
            if (failure === undefined) onDeleted();
            return failure;
          }}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </Paper>
  );
}
