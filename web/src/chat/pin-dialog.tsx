import type { Client, DashboardHead } from '@inlay/client';
import { useInlay, useRead } from '@inlay/react';
import { Alert, Button, Group, Modal, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../shared/failure.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { words } from '../shared/words/words.ts';
import { pinnedTile, type ResultShape } from './pinned-tile.ts';

export interface PinDialogProps {
  readonly result: QueryResult;
  readonly shown: ResultShape;
  readonly onPinned: (dashboard: DashboardHead) => void;
  readonly onClose: () => void;
}

/** As long as the service takes a title. */
const maxCharacters = 255;
/** As many as a user can have. */
const maxDashboards = 50;

/** Asks for a title and a dashboard, or makes one. */
export function PinDialog({ result, shown, onPinned, onClose }: PinDialogProps) {
  const text = words().keeping;
  const own = useRead('own dashboards', readOwn);
  return (
    <Modal opened onClose={onClose} title={text.pin} closeButtonProps={{ 'aria-label': words().close }}>
      {own.data !== undefined ? (
        <PinForm result={result} shown={shown} onPinned={onPinned} onClose={onClose} own={own.data} />
      ) : own.error === undefined ? (
        <Skeleton height={160} role="status" aria-label={words().loading} />
      ) : (
        <Alert color="red" role="alert">
          {failureText(own.error)}
        </Alert>
      )}
    </Modal>
  );
}

async function readOwn(client: Client): Promise<readonly DashboardHead[]> {
  const dashboards: DashboardHead[] = [];
  const list = client.dashboards.ofUsers({ filter: { isOwn: true }, pageSize: maxDashboards });
  for await (const dashboard of list) dashboards.push(dashboard);
  return dashboards;
}

function PinForm({
  result,
  shown,
  onPinned,
  onClose,
  own,
}: PinDialogProps & { readonly own: readonly DashboardHead[] }) {
  const client = useInlay();
  const text = words().keeping;
  const [title, setTitle] = useState(result.title);
  // The one that changed last comes first.
  const [chosen, choose] = useState(own[0]?.id ?? '');
  const [newTitle, setNewTitle] = useState(own.length === 0 ? text.firstTitle : '');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isNew = chosen === '';

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const tile = pinnedTile(result, shown, title.trim());
    try {
      const { dashboards } = client;
      const dashboard = isNew
        ? await dashboards.create(newTitle.trim(), tile)
        : await dashboards.addTile(chosen, tile);
      onPinned(dashboard);
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="sm">
        <TextInput
          label={text.tileTitle}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          maxLength={maxCharacters}
          data-autofocus
          required
        />
        {own.length === 0 ? null : (
          <NativeSelect
            label={text.dashboard}
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              ...own.map((each) => ({ value: each.id, label: each.title })),
              { value: '', label: text.newDashboard },
            ]}
          />
        )}
        {isNew ? (
          <TextInput
            label={text.newTitle}
            value={newTitle}
            onChange={(event) => setNewTitle(event.currentTarget.value)}
            maxLength={maxCharacters}
            required
          />
        ) : null}
        {problem === undefined ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={title.trim() === '' || (isNew && newTitle.trim() === '')}
          >
            {text.pin}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
