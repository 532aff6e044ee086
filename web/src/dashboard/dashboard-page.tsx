import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf, failureText, mayPass } from '../shared/failure.ts';
import type { Host } from '../shared/host.ts';
import { words } from '../shared/words/words.ts';
import classes from './dashboard.module.css';
import { DashboardView } from './dashboard-view.tsx';
import { DashboardDocument, type OpenDashboardFragment } from './generated/graphql.ts';

interface DashboardPageProps {
  readonly name: string;
  readonly host: Host;
  /** Goes back to the list; undefined where none leads here. */
  readonly onList: (() => void) | undefined;
}

export function DashboardPage({ name, host, onList }: DashboardPageProps) {
  const [{ data, error, fetching }, reload] = useQuery({ query: DashboardDocument, variables: { name } });
  /** As a change of its user left it. */
  const [changed, setChanged] = useState<OpenDashboardFragment>();
  const dashboard = changed ?? data?.dashboard;
  const isReady = dashboard !== undefined;
  useEffect(() => {
    if (isReady) host.tell({ type: 'ready' });
  }, [host, isReady]);
  useEffect(() => {
    if (error === undefined) return;
    const { code, message } = failureOf(error);
    host.tell({ type: 'error', code, message });
  }, [host, error]);
  useEffect(() => {
    if (dashboard !== undefined) document.title = dashboard.title;
  }, [dashboard]);

  function readAgain(): void {
    setChanged(undefined);
    reload({ requestPolicy: 'network-only' });
  }

  return (
    <>
      {onList === undefined ? null : (
        <Group mb="xs" className={classes['onScreen']}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconChevronLeft size={14} aria-hidden />}
            onClick={onList}
          >
            {words().keeping.back}
          </Button>
        </Group>
      )}
      {dashboard === undefined ? (
        fetching ? (
          <Waiting />
        ) : (
          <Alert color="red" title={words().dashboard.notLoaded} role="alert">
            <Text size="sm">{failureText(error)}</Text>
            {mayPass(error) ? (
              <Button mt="sm" variant="default" onClick={readAgain}>
                {words().tryAgain}
              </Button>
            ) : null}
          </Alert>
        )
      ) : (
        <DashboardView
          dashboard={dashboard}
          host={host}
          onChanged={setChanged}
          onOutdated={readAgain}
          onDeleted={onList ?? readAgain}
        />
      )}
    </>
  );
}

function Waiting() {
  return (
    <Stack gap="md" aria-label={words().dashboard.loading} aria-busy>
      <Skeleton height={32} width={240} />
      <Skeleton height={60} />
      <Skeleton height={360} />
    </Stack>
  );
}
