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
import { useMemo, useRef, useState } from 'react';
import type { ChartProps, Place } from '../shared/chart-props.ts';
import { columnFormats, columnTitles } from '../shared/column-format.ts';
import { drillPoint } from '../shared/drill.ts';
import { DrillMenu, type Pointed } from '../shared/drill-menu.tsx';
import { later } from '../shared/later.tsx';
import { pageLocale } from '../shared/locale.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { chartHeightPx } from '../shared/result-chart.ts';
import { ResultTable } from '../shared/result-table.tsx';
import { inOrder, type RowOrder } from '../shared/row-order.ts';
import { fileNameOf, saveFile } from '../shared/save-file.ts';
import { words } from '../shared/words/words.ts';
import { AllRows } from './all-rows.tsx';
import { type ChartType, possibleTypes, specOfType } from './chart-types.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { downloadRows } from './download-rows.ts';
import { Explanation } from './explanation.tsx';
import { NumberCard } from './number-card.tsx';
import { usePinning } from './pin-answer.tsx';
import { ResultChartView } from './result-chart-view.tsx';
import { ResultMenu } from './result-menu.tsx';
import { useNear } from './use-near.ts';
import { useRefinement } from './use-refinement.ts';

// Its fields are more than a reader needs for the first answer.
const RefineBar = later(async () => (await import('./refine-bar.tsx')).RefineBar);

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

  const pinning = usePinning({ result, shown });

  /** Undefined where nothing can be drilled into. */
  const drill =
    refinement == null || refinement.breakdowns.length === 0
      ? undefined
      : (values: Readonly<Record<string, unknown>>, { x, y }: Place): void => {
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
      data-changed={refining.back !== undefined || undefined}
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
          {pinning.button}
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
      {pinning.pinned}
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
            <RefineBar
              refinement={refinement}
              change={refining.change}
              back={refining.back}
              isBusy={refining.isBusy}
            />
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
      {refining.back === undefined ? null : (
        <Group gap="xs" mt="sm" justify="space-between" role="note">
          <Text size="xs" c="dimmed" flex="1 1 180px">
            {words().card.aboutOriginal}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={refining.reset}>
            {words().card.asAnswered}
          </Button>
        </Group>
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

/** The rows that came with the answer. */
function FirstRows({
  result,
  onDrill,
}: {
  readonly result: QueryResult;
  readonly onDrill: ChartProps['onClick'];
}) {
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
