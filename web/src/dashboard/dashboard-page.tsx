import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { failureOf, failureText, mayPass } from '../shared/failure.ts';
import type { Host } from '../shared/host.ts';
import { words } from '../shared/words/words.ts';
import classes from './dashboard.module.css';
import { DashboardView } from './dashboard-view.tsx';
import { DashboardDocument } from './generated/graphql.ts';

interface DashboardPageProps {
  readonly name: string;
  readonly host: Host;
}

export function DashboardPage({ name, host }: DashboardPageProps) {
  const page = useRef<HTMLElement>(null);
  const [{ data, error, fetching }, reload] = useQuery({ query: DashboardDocument, variables: { name } });
  const dashboard = data?.dashboard;
  useHeight(page, host);
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

  return (
    <main ref={page} className={classes['page']}>
      {dashboard === undefined ? (
        fetching ? (
          <Waiting />
        ) : (
          <Alert color="red" title={words().dashboard.notLoaded} role="alert">
            <Text size="sm">{failureText(error)}</Text>
            {mayPass(error) ? (
              <Button mt="sm" variant="default" onClick={() => reload({ requestPolicy: 'network-only' })}>
                {words().tryAgain}
              </Button>
            ) : null}
          </Alert>
        )
      ) : (
        <DashboardView dashboard={dashboard} host={host} />
      )}
    </main>
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

/** Reports the page's height to the host whenever it changes. */
function useHeight(page: React.RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => host.tell({ type: 'resize', height: element.offsetHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [page, host]);
}
