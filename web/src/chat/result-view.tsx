import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Card,
  Group,
  SegmentedControl,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconDownload, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { pageLocale } from '../shared/locale.ts';
import { fileNameOf, saveFile } from '../shared/save-file.ts';
import { words } from '../shared/words/words.ts';
import { AllRows } from './all-rows.tsx';
import { type ChartType, possibleTypes, specOfType } from './chart-types.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { columnFormats, columnTitles } from './column-format.ts';
import { downloadRows } from './download-rows.ts';
import { drillPoint } from './drill.ts';
import { DrillMenu, type Pointed } from './drill-menu.tsx';
import { Explanation } from './explanation.tsx';
import { NumberCard } from './number-card.tsx';
import { PinAnswer } from './pin-answer.tsx';
import type { QueryResult } from './query-result.ts';
import { chartHeightPx } from './result-chart.ts';
import { ResultChartView } from './result-chart-view.tsx';
import { ResultMenu } from './result-menu.tsx';
import { ResultTable } from './result-table.tsx';
import { inOrder, type RowOrder } from './row-order.ts';
import { useNear } from './use-near.ts';
import { useRefinement } from './use-refinement.ts';

// Its fields are more than a reader needs for the first answer.
const RefineBar = lazy(async () => ({ default: (await import('./refine-bar.tsx')).RefineBar }));

interface ResultViewProps {
  readonly result: QueryResult;
  /** Whether another result may take its place. */
  readonly isAnswering: boolean;
}

/** The rows of an answer, as a chart where there is one and as a table. */
export function ResultView({ result: given, isAnswering }: ResultViewProps) {
  const { agent, authorization, formats } = useChat();
  const [place, isNear] = useNear();
  const refining = useRefinement(given, isNear && !isAnswering);
  const { result: answered, refinement } = refining;
  const [pointed, point] = useState<Pointed>();
  const [isExplained, explain] = useState(false);
  const pointer = useRef({ x: 0, y: 0 });
  const say = words().chat;
  const [chosen, choose] = useState<'chart' | 'table'>('chart');
  const [type, setType] = useState<ChartType>();
  const png = useRef<() => Promise<Blob | null>>(undefined);
  const types = useMemo(() => possibleTypes(answered), [answered]);
  // Another way to draw it takes no question and no query.
  const result = useMemo(
    () =>
      type === undefined || !types.includes(type)
        ? answered
        : { ...answered, vegaSpec: specOfType(type, answered, columnTitles(answered)) },
    [answered, type, types],
  );
  const [wantsAll, wantAll] = useState(false);
  const [download, setDownload] = useState<'idle' | 'busy' | 'failed'>('idle');
  // The rows behind a figure are rows, even where there is one.
  const isNumber = answered.rows.length === 1 && refinement?.figures.length !== 0;
  const first = isNumber ? 'number' : 'chart';
  const shown = result.vegaSpec === null && !isNumber ? 'table' : chosen === 'chart' ? first : 'table';
  const isPart = result.totalRows > result.rows.length;

  /** Undefined where nothing can be drilled into. */
  const drill =
    refinement == null || refinement.breakdowns.length === 0
      ? undefined
      : (values: Readonly<Record<string, unknown>>, { x, y } = pointer.current): void => {
          const found = drillPoint(refinement, result.columns, values);
          if (found !== undefined) point({ point: found, x, y });
        };

  async function savePicture(): Promise<void> {
    const picture = await png.current?.();
    if (picture != null) saveFile(picture, `${fileNameOf(result.title)}.png`);
  }

  function draw(next: ChartType | undefined): void {
    setType(next);
    choose('chart');
  }

  async function save(): Promise<void> {
    setDownload('busy');
    const isSaved = await downloadRows(agent.deploymentId, authorization, result);
    setDownload(isSaved ? 'idle' : 'failed');
  }

  return (
    <Card
      ref={place}
      withBorder
      radius="lg"
      padding="md"
      component="section"
      aria-label={result.title || say.result}
      aria-busy={refining.isBusy}
    >
      <Group justify="space-between" gap="xs" align="flex-start" mb="sm">
        <Text fw={600} size="sm" flex="1 1 180px">
          {result.title || say.result}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {result.certifiedQuestion === null ? null : (
            <Tooltip label={say.certifiedQuery(result.certifiedQuestion)}>
              <Badge
                size="sm"
                variant="light"
                color="teal"
                tabIndex={0}
                role="note"
                aria-label={say.certifiedQuery(result.certifiedQuestion)}
                leftSection={<IconRosetteDiscountCheck size={14} />}
              >
                {say.certified}
              </Badge>
            </Tooltip>
          )}
          {result.vegaSpec === null && !isNumber ? null : (
            <SegmentedControl
              size="xs"
              aria-label={say.showAs}
              value={shown === 'table' ? 'table' : 'chart'}
              onChange={(value) => choose(value === 'table' ? 'table' : 'chart')}
              data={[
                { value: 'chart', label: isNumber ? say.number : say.chart },
                { value: 'table', label: say.table },
              ]}
            />
          )}
          <PinAnswer result={result} shown={shown} />
          <Tooltip label={say.downloadCsv}>
            <ActionIcon
              variant="default"
              loading={download === 'busy'}
              onClick={() => void save()}
              aria-label={say.downloadCsv}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
          <ResultMenu
            title={result.title || say.result}
            sql={result.sqlQuery}
            types={types}
            isExplained={isExplained}
            onExplain={() => explain(!isExplained)}
            type={type}
            hasOwn={answered.vegaSpec !== null}
            onType={draw}
            onPng={shown === 'chart' ? () => void savePicture() : undefined}
          />
        </Group>
      </Group>
      {download === 'failed' ? (
        <Alert color="red" mb="sm" role="alert">
          {say.downloadFailed}
        </Alert>
      ) : null}
      {refining.failure === undefined ? null : (
        <Alert color="red" mb="sm" role="alert">
          {refining.failure}
        </Alert>
      )}
      {refinement === null && refining.back === undefined ? null : (
        <div className={classes['refineBar']}>
          {refinement == null ? null : (
            <Suspense>
              <RefineBar
                refinement={refinement}
                change={refining.change}
                back={refining.back}
                isBusy={refining.isBusy}
              />
            </Suspense>
          )}
        </div>
      )}
      {shown === 'number' ? (
        <NumberCard result={result} refinement={refinement} />
      ) : shown === 'chart' ? (
        <section
          className={classes['chartBox']}
          aria-label={say.chart}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          onPointerDown={({ clientX: x, clientY: y }) => {
            pointer.current = { x, y };
          }}
        >
          <div style={{ minHeight: chartHeightPx(result) }}>
            {isNear ? (
              <ResultChartView
                result={result}
                onDrawn={(draws) => {
                  png.current = draws;
                }}
                onClick={drill}
              />
            ) : null}
          </div>
        </section>
      ) : wantsAll ? (
        <AllRows result={result} />
      ) : (
        <FirstRows result={result} onDrill={drill} />
      )}
      {pointed === undefined ? null : (
        <DrillMenu pointed={pointed} onChange={refining.change} onClose={() => point(undefined)} />
      )}
      {isExplained ? <Explanation refinement={refinement} sql={result.sqlQuery} /> : null}
      {isPart && !wantsAll && shown === 'table' ? (
        <Group justify="space-between" mt="sm">
          <Text size="xs" c="dimmed">
            {say.firstRows(formats.number(result.rows.length), formats.number(result.totalRows))}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => wantAll(true)}>
            {say.showAllRows}
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}

type OnDrill =
  | ((values: Readonly<Record<string, unknown>>, place?: { readonly x: number; readonly y: number }) => void)
  | undefined;

/** The rows that came with the answer. */
function FirstRows({ result, onDrill }: { readonly result: QueryResult; readonly onDrill: OnDrill }) {
  const [order, setOrder] = useState<RowOrder>();
  const columns = useMemo(() => columnFormats(result), [result]);
  const rows = useMemo(() => inOrder(result.rows, order, columns, pageLocale), [result, order, columns]);
  return (
    <ResultTable
      formats={columns}
      rows={rows}
      label={words().chat.rowsOf(result.title)}
      order={order}
      onDrill={
        onDrill === undefined
          ? undefined
          : (row, place) =>
              onDrill(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])), place)
      }
      onOrder={result.totalRows > result.rows.length ? undefined : setOrder}
    />
  );
}
