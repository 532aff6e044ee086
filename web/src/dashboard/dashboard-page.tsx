import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { failureText } from '../shared/failure.ts';
import { createFormats } from '../shared/format.ts';
import type { Host } from '../shared/host.ts';
import classes from './dashboard.module.css';
import { type Choices, FilterBar } from './filter-bar.tsx';
import { DashboardDocument } from './generated/graphql.ts';
import { TileCard } from './tile-card.tsx';

interface DashboardPageProps {
  readonly name: string;
  readonly host: Host;
}

/** Readers who click through several values want the last picture, not each on the way. */
const settleMs = 300;

/** Times in results are those of the dashboard's time zone already, without an offset. */
const formats = createFormats({ timeZone: 'UTC' });

export function DashboardPage({ name, host }: DashboardPageProps) {
  const page = useRef<HTMLElement>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [settled] = useDebouncedValue(choices, settleMs);
  const filters = useMemo(
    () => [...settled].map(([filter, choice]) => ({ ...choice, name: filter })),
    [settled],
  );
  const [{ data, error, fetching }, reload] = useQuery({ query: DashboardDocument, variables: { name } });
  const dashboard = data?.dashboard;
  useHeight(page, host);
  const isReady = dashboard !== undefined;
  const failure = error?.graphQLErrors[0];
  useEffect(() => {
    if (isReady) host.tell({ type: 'ready' });
  }, [host, isReady]);
  useEffect(() => {
    if (error === undefined) return;
    const code = failure?.extensions['code'];
    host.tell({
      type: 'error',
      code: typeof code === 'string' ? code : 'UNAVAILABLE',
      message: failureText(error),
    });
  }, [host, error, failure]);
  useEffect(() => {
    if (dashboard !== undefined) document.title = dashboard.title;
  }, [dashboard]);

  return (
    <main ref={page} className={classes['page']}>
      {dashboard === undefined ? (
        fetching ? (
          <Waiting />
        ) : (
          <Alert color="red" title="This dashboard could not be loaded" role="alert">
            <Text size="sm">{failureText(error)}</Text>
            <Button mt="sm" variant="default" onClick={() => reload({ requestPolicy: 'network-only' })}>
              Try again
            </Button>
          </Alert>
        )
      ) : (
        <Stack gap="md">
          <header>
            <Title order={1} size="h3">
              {dashboard.title}
            </Title>
            {dashboard.description === null ? null : <Text c="dimmed">{dashboard.description}</Text>}
          </header>
          <FilterBar dashboard={name} filters={dashboard.filters} choices={choices} onChange={setChoices} />
          <div className={classes['grid']}>
            {dashboard.tiles.map((tile) => (
              <TileCard key={tile.name} dashboard={name} tile={tile} filters={filters} formats={formats} />
            ))}
          </div>
          <Text size="xs" c="dimmed">
            Times are in {dashboard.timezone}.
          </Text>
        </Stack>
      )}
    </main>
  );
}

function Waiting() {
  return (
    <Stack gap="md" aria-label="Loading the dashboard" aria-busy>
      <Skeleton height={32} width={240} />
      <Skeleton height={60} />
      <Skeleton height={360} />
    </Stack>
  );
}

/** Tells the host how high the page would be, whenever that changes. */
function useHeight(page: React.RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => host.tell({ type: 'resize', height: element.offsetHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [page, host]);
}
