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
import { useMemo, useState } from 'react';
import { AllRows } from './all-rows.tsx';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { columnFormats } from './column-format.ts';
import { downloadRows } from './download-rows.ts';
import { Near } from './near.tsx';
import type { QueryResult } from './query-result.ts';
import { chartHeightPx } from './result-chart.ts';
import { ResultChartView } from './result-chart-view.tsx';
import { ResultTable } from './result-table.tsx';

/** The rows of an answer, as a chart where there is one and as a table. */
export function ResultView({ result }: { readonly result: QueryResult }) {
  const { agent, authorization, formats } = useChat();
  const [chosen, choose] = useState<'chart' | 'table'>('chart');
  const [wantsAll, wantAll] = useState(false);
  const [download, setDownload] = useState<'idle' | 'busy' | 'failed'>('idle');
  const shown = result.vegaSpec === null ? 'table' : chosen;
  const isPart = result.totalRows > result.rows.length;

  async function save(): Promise<void> {
    setDownload('busy');
    const isSaved = await downloadRows(agent.deploymentId, authorization, result);
    setDownload(isSaved ? 'idle' : 'failed');
  }

  return (
    <Card withBorder radius="lg" padding="md" component="section" aria-label={result.title || 'Result'}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <Text fw={600} size="sm" className={classes['grow']}>
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
          {result.vegaSpec === null ? null : (
            <SegmentedControl
              size="xs"
              aria-label="Show as"
              value={shown}
              onChange={(value) => choose(value === 'table' ? 'table' : 'chart')}
              data={[
                { value: 'chart', label: 'Chart' },
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
        </Group>
      </Group>
      {download === 'failed' ? (
        <Alert color="red" mb="sm" role="alert">
          The download failed. Try again.
        </Alert>
      ) : null}
      {shown === 'chart' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes['chartBox']} aria-label="Chart" tabIndex={0}>
          <Near heightPx={chartHeightPx(result)}>
            <ResultChartView result={result} />
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
  const columns = useMemo(() => columnFormats(result), [result]);
  return <ResultTable formats={columns} rows={result.rows} label={`Rows of ${result.title}`} />;
}
