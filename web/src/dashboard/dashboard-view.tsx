import { Alert, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { createFormats } from '../shared/format.ts';
import type { Host } from '../shared/host.ts';
import { words } from '../shared/words/words.ts';
import { readChoices, writeChoices } from './choices-address.ts';
import { chosenPeriod, isReversed } from './chosen-period.ts';
import { type Comparison, readComparison, writeComparison } from './comparison.ts';
import { rowChoice } from './cross-filter.ts';
import classes from './dashboard.module.css';
import { EditDashboard } from './edit-dashboard.tsx';
import { EditTile } from './edit-tile.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Choices, Chosen, Filter } from './filter-props.ts';
import type { OpenDashboardFragment } from './generated/graphql.ts';
import { choicesOf } from './given-choices.ts';
import { TileCard } from './tile-card.tsx';
import { useChanges } from './use-changes.ts';
import type { Reading } from './use-tile.ts';

/** Debounces choices: a reader who clicks through several values only wants the last result. */
const settleMs = 300;

/** Times in results are already in the dashboard's time zone, without an offset. */
const formats = createFormats({ timeZone: 'UTC' });

interface DashboardViewProps {
  readonly dashboard: OpenDashboardFragment;
  readonly host: Host;
  /** With the dashboard as a change left it. */
  readonly onChanged: (dashboard: OpenDashboardFragment) => void;
  /** A change failed, so that what is shown may not be what there is. */
  readonly onOutdated: () => void;
  readonly onDeleted: () => void;
}

/** A dashboard with its filters and its filtered tiles. */
export function DashboardView({ dashboard, host, onChanged, onOutdated, onDeleted }: DashboardViewProps) {
  const { name, title, description, timezone, tiles } = dashboard;
  const text = words().dashboard;
  const { choices, settled, setChoices, comparison, setComparison } = useChoices(dashboard.filters);
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => host.on('answers', (message) => setAnswered(message.isAnswered)), [host]);
  useEffect(
    () =>
      host.on('filters', (message) => {
        const given = choicesOf(message.filters, dashboard.filters);
        if ('choices' in given) setChoices(given.choices);
        else host.tell({ type: 'error', code: 'VALIDATION_FAILED', message: `setFilters: ${given.problem}` });
      }),
    [host, setChoices, dashboard],
  );
  const [refreshes, setRefreshes] = useState(0);
  const filters = useMemo(() => chosenOf(dashboard.filters, settled), [dashboard.filters, settled]);
  const reading: Reading = { filters, comparison, refreshes, isChanging: choices !== settled };
  const changes = useChanges(dashboard, onChanged);
  const [isEditing, setEditing] = useState(false);
  const [told, tell] = useState('');
  const [problem, setProblem] = useState<string>();
  const keeping = words().keeping;
  function fail(text: string): void {
    setProblem(text);
    onOutdated();
  }
  const hasPeriods = tiles.some(({ period }) => period !== null);
  return (
    <Stack gap="md">
      <Group component="header" justify="space-between" align="start" gap="xs">
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          {description === null ? null : <Text c="dimmed">{description}</Text>}
        </div>
        <Group gap="xs" wrap="nowrap">
          <Refresh
            key={filtersKey(filters)}
            refreshes={refreshes}
            onRefresh={() => setRefreshes(refreshes + 1)}
          />
          {dashboard.isEditable ? (
            <Button
              size="compact-sm"
              variant={isEditing ? 'filled' : 'default'}
              leftSection={
                isEditing ? <IconCheck size={14} aria-hidden /> : <IconPencil size={14} aria-hidden />
              }
              className={classes['onScreen']}
              onClick={() => setEditing(!isEditing)}
            >
              {isEditing ? keeping.done : keeping.edit}
            </Button>
          ) : null}
        </Group>
      </Group>
      {isEditing ? (
        <EditDashboard dashboard={dashboard} changes={changes} onFailure={fail} onDeleted={onDeleted} />
      ) : null}
      {problem === undefined ? null : (
        <Alert
          color="red"
          role="alert"
          withCloseButton
          closeButtonLabel={words().dismiss}
          onClose={() => setProblem(undefined)}
        >
          {problem}
        </Alert>
      )}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {tiles.length > 0 ? null : (
        <Text c="dimmed">
          {keeping.empty} {dashboard.isEditable ? keeping.emptyOwn : null}
        </Text>
      )}
      <FilterBar
        dashboard={name}
        timezone={timezone}
        filters={dashboard.filters}
        choices={choices}
        onChange={setChoices}
        comparison={hasPeriods ? comparison : undefined}
        onCompare={setComparison}
      />
      <ChosenFilters filters={dashboard.filters} chosen={filters} />
      <div className={classes['grid']}>
        {tiles.map((tile, position) => (
          <TileCard
            key={tile.name}
            tools={
              isEditing ? (
                <EditTile
                  tile={tile}
                  position={position}
                  count={tiles.length}
                  changes={changes}
                  onTell={tell}
                  onFailure={fail}
                />
              ) : undefined
            }
            dashboard={name}
            tile={tile}
            reading={reading}
            onClear={settled.size === 0 ? undefined : () => setChoices(new Map())}
            period={chosenPeriod(tile, filters, formats)}
            formats={formats}
            onAsk={isAnswered ? (question) => host.tell({ type: 'ask', question }) : undefined}
            isTitled={dashboard.isManaged}
            onClick={(values) => host.tell({ type: 'click', tile: tile.name, values })}
            choiceOf={(values) => rowChoice(choices, tile, values)}
            onChoose={({ next }) => setChoices(next)}
          />
        ))}
      </div>
      <Text size="xs" c="dimmed">
        {text.timesIn(timezone)}
      </Text>
    </Stack>
  );
}

function filtersKey(filters: Reading['filters']): string {
  return JSON.stringify(filters);
}

/** When the rows were asked for, in the reader's own time, and asking again. */
function Refresh({ refreshes, onRefresh }: { readonly refreshes: number; readonly onRefresh: () => void }) {
  const [own] = useState(() => createFormats());
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refresh has a time of its own
  const time = useMemo(() => own.timeOfDay(new Date()), [own, refreshes]);
  const text = words().dashboard;
  return (
    <Group gap={4} wrap="nowrap" className={classes['refresh']}>
      <Text size="xs" c="dimmed">
        {text.asOf(time)}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={onRefresh}
      >
        {text.refresh}
      </Button>
    </Group>
  );
}

/** What was chosen in filters, without days in the wrong order. */
function chosenOf(filters: readonly Filter[], choices: Choices): readonly Chosen[] {
  return filters.flatMap(({ name, kind }) => {
    const choice = choices.get(name);
    return choice === undefined || isReversed(choice) ? [] : [{ ...choice, name, kind }];
  });
}

/** What the tiles are narrowed to, for paper, where there are no filters. */
function ChosenFilters(props: { readonly filters: readonly Filter[]; readonly chosen: Reading['filters'] }) {
  return <p className={classes['chosen']}>{chosenTexts(props.filters, props.chosen).join(' · ')}</p>;
}

function chosenTexts(filters: readonly Filter[], chosen: Reading['filters']): readonly string[] {
  return filters.flatMap(({ name, title }) => {
    const choice = chosen.find((each) => each.name === name);
    if (choice === undefined) return [];
    const said = [
      chosenPeriod({ filters: [name] }, [choice], formats),
      choice.values?.join(', '),
      choice.min == null ? undefined : `≥ ${formats.number(choice.min)}`,
      choice.max == null ? undefined : `≤ ${formats.number(choice.max)}`,
    ].filter((part) => part !== undefined && part !== '');
    return said.length === 0 ? [] : [`${title}: ${said.join(', ')}`];
  });
}

/** The current choices, and the debounced ones that apply. The address keeps the latter, so a reload shows the same. */
function useChoices(filters: readonly Filter[]) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(addressNow(), filters));
  const [comparison, setComparison] = useState<Comparison>(() => readComparison(addressNow()));
  const [settled] = useDebouncedValue(choices, settleMs);
  useEffect(() => keepInAddress(settled, comparison), [settled, comparison]);
  // The next session in this frame may be another user's, who starts without choices.
  useEffect(() => () => keepInAddress(new Map(), 'year'), []);
  return { choices, settled, setChoices, comparison, setComparison };
}

function addressNow(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

function keepInAddress(choices: Choices, comparison: Comparison): void {
  const url = new URL(window.location.href);
  writeChoices(url.searchParams, choices);
  writeComparison(url.searchParams, comparison);
  window.history.replaceState(window.history.state, '', url);
}
