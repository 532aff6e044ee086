import { Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { createFormats } from '../shared/format.ts';
import { readChoices, writeChoices } from './choices-address.ts';
import { chosenPeriod, isReversed } from './chosen-period.ts';
import classes from './dashboard.module.css';
import { FilterBar } from './filter-bar.tsx';
import type { Choices, Filter } from './filter-props.ts';
import type { DashboardQuery } from './generated/graphql.ts';
import { TileCard } from './tile-card.tsx';

/** Debounces choices: a reader who clicks through several values only wants the last result. */
const settleMs = 300;

/** Times in results are already in the dashboard's time zone, without an offset. */
const formats = createFormats({ timeZone: 'UTC' });

/** A dashboard with its filters and its filtered tiles. */
export function DashboardView({ dashboard }: { readonly dashboard: DashboardQuery['dashboard'] }) {
  const { name, title, description, timezone, tiles } = dashboard;
  const [choices, settled, setChoices] = useChoices(dashboard.filters);
  const filters = useMemo(
    () =>
      [...settled].filter(([, choice]) => !isReversed(choice)).map(([name, choice]) => ({ ...choice, name })),
    [settled],
  );
  return (
    <Stack gap="md">
      <header>
        <Title order={1} size="h3">
          {title}
        </Title>
        {description === null ? null : <Text c="dimmed">{description}</Text>}
      </header>
      <FilterBar dashboard={name} filters={dashboard.filters} choices={choices} onChange={setChoices} />
      <div className={classes['grid']}>
        {tiles.map((tile) => (
          <TileCard
            key={tile.name}
            dashboard={name}
            tile={tile}
            filters={filters}
            onClear={settled.size === 0 ? undefined : () => setChoices(new Map())}
            period={chosenPeriod(tile, dashboard.filters, filters, formats)}
            formats={formats}
          />
        ))}
      </div>
      <Text size="xs" c="dimmed">
        Times are in {timezone}.
      </Text>
    </Stack>
  );
}

/** The current choices, and the debounced ones that apply. The address keeps the latter, so a reload shows the same. */
function useChoices(filters: readonly Filter[]) {
  const [choices, setChoices] = useState<Choices>(() =>
    readChoices(new URLSearchParams(window.location.search), filters),
  );
  const [settled] = useDebouncedValue(choices, settleMs);
  useEffect(() => keepInAddress(settled), [settled]);
  // The next session in this frame may be another user's, who starts without choices.
  useEffect(() => () => keepInAddress(new Map()), []);
  return [choices, settled, setChoices] as const;
}

function keepInAddress(choices: Choices): void {
  const url = new URL(window.location.href);
  writeChoices(url.searchParams, choices);
  window.history.replaceState(window.history.state, '', url);
}
