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
import { pageLocale } from '../shared/locale.ts';
import { fileNameOf, saveFile } from '../shared/save-file.ts';
import { AllRows } from './all-rows.tsx';
import { type ChartType, possibleTypes, specOfType } from './chart-types.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { columnFormats, columnTitles } from './column-format.ts';
import { downloadRows } from './download-rows.ts';
import { Near } from './near.tsx';
import { NumberCard } from './number-card.tsx';
import type { QueryResult } from './query-result.ts';
import { chartHeightPx } from './result-chart.ts';
import { ResultChartView } from './result-chart-view.tsx';
import { ResultMenu } from './result-menu.tsx';
import { ResultTable } from './result-table.tsx';
import { inOrder, type RowOrder } from './row-order.ts';

/** The rows of an answer, as a chart where there is one and as a table. */
export function ResultView({ result: answered }: { readonly result: QueryResult }) {
  const { agent, authorization, formats } = useChat();
  const [chosen, choose] = useState<'chart' | 'table'>('chart');
  const [type, setType] = useState<ChartType>();
  const png = useRef<() => Promise<Blob | null>>(undefined);
  const types = useMemo(() => possibleTypes(answered), [answered]);
  // Another way to draw it takes no question and no query.
  const result = useMemo(
    () =>
      type === undefined
        ? answered
        : { ...answered, vegaSpec: specOfType(type, answered, columnTitles(answered)) },
    [answered, type],
  );
  const [wantsAll, wantAll] = useState(false);
  const [download, setDownload] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isNumber = answered.rows.length === 1;
  const first = isNumber ? 'number' : 'chart';
  const shown = result.vegaSpec === null && !isNumber ? 'table' : chosen === 'chart' ? first : 'table';
  const isPart = result.totalRows > result.rows.length;

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
    <Card withBorder radius="lg" padding="md" component="section" aria-label={result.title || 'Result'}>
      <Group justify="space-between" gap="xs" align="flex-start" mb="sm">
        <Text fw={600} size="sm" flex="1 1 180px">
          {result.title || 'Result'}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {result.certifiedQuestion === null ? null : (
            <Tooltip label={`Certified query: ${result.certifiedQuestion}`}>
              <Badge
                size="sm"
                variant="light"
                color="teal"
                tabIndex={0}
                role="note"
                aria-label={`Certified query: ${result.certifiedQuestion}`}
                leftSection={<IconRosetteDiscountCheck size={14} />}
              >
                Certified
              </Badge>
            </Tooltip>
          )}
          {result.vegaSpec === null && !isNumber ? null : (
            <SegmentedControl
              size="xs"
              aria-label="Show as"
              value={shown === 'table' ? 'table' : 'chart'}
              onChange={(value) => choose(value === 'table' ? 'table' : 'chart')}
              data={[
                { value: 'chart', label: isNumber ? 'Number' : 'Chart' },
                { value: 'table', label: 'Table' },
              ]}
            />
          )}
          <Tooltip label="Download as CSV">
            <ActionIcon
              variant="default"
              loading={download === 'busy'}
              onClick={() => void save()}
              aria-label="Download as CSV"
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
          <ResultMenu
            title={result.title || 'Result'}
            sql={result.sqlQuery}
            types={types}
            type={type}
            hasOwn={answered.vegaSpec !== null}
            onType={draw}
            onPng={shown === 'chart' ? () => void savePicture() : undefined}
          />
        </Group>
      </Group>
      {download === 'failed' ? (
        <Alert color="red" mb="sm" role="alert">
          The download failed. Try again.
        </Alert>
      ) : null}
      {shown === 'number' ? (
        <NumberCard result={result} />
      ) : shown === 'chart' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes['chartBox']} aria-label="Chart" tabIndex={0}>
          <Near heightPx={chartHeightPx(result)}>
            <ResultChartView
              result={result}
              onDrawn={(draws) => {
                png.current = draws;
              }}
            />
          </Near>
        </section>
      ) : wantsAll ? (
        <AllRows result={result} />
      ) : (
        <FirstRows result={result} />
      )}
      {isPart && !wantsAll && shown === 'table' ? (
        <Group justify="space-between" mt="sm">
          <Text size="xs" c="dimmed">
            The first {formats.number(result.rows.length)} of {formats.number(result.totalRows)} rows
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => wantAll(true)}>
            Show all rows
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}

/** The rows that came with the answer. */
function FirstRows({ result }: { readonly result: QueryResult }) {
  const [order, setOrder] = useState<RowOrder>();
  const columns = useMemo(() => columnFormats(result), [result]);
  const rows = useMemo(() => inOrder(result.rows, order, columns, pageLocale), [result, order, columns]);
  return (
    <ResultTable
      formats={columns}
      rows={rows}
      label={`Rows of ${result.title}`}
      order={order}
      onOrder={result.totalRows > result.rows.length ? undefined : setOrder}
    />
  );
}
