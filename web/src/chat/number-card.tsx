import type { Refinement } from '@inlay/client';
import { useRead } from '@inlay/react';
import { Group, Stack, Text } from '@mantine/core';
import { columnFormats } from '../shared/column-format.ts';
import { periodBefore } from '../shared/figure-days.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { words } from '../shared/words/words.ts';
import { useChat } from './chat-context.ts';

interface NumberCardProps {
  readonly result: QueryResult;
  readonly refinement: Refinement | null | undefined;
}

/** The values of a single row, as large as they deserve, beside those of the period before if it is of one. */
export function NumberCard({ result, refinement }: NumberCardProps) {
  const [row = []] = result.rows;
  const before = useBefore(result, refinement);
  return (
    <Group gap="xl" align="start">
      {columnFormats(result).map(({ name, title, isNumber, text }, index) => (
        <Stack key={name} gap={0}>
          <Text size="xs" c="dimmed">
            {title}
          </Text>
          <Text fz={28} fw={650} lh={1.25} data-number>
            {text(row[index])}
          </Text>
          {before === undefined || !isNumber ? null : (
            <Change now={row[index]} before={before?.[index]} text={text} />
          )}
        </Stack>
      ))}
    </Group>
  );
}

interface ChangeProps {
  readonly now: unknown;
  readonly before: unknown;
  readonly text: (value: unknown) => string;
}

function Change({ now, before, text }: ChangeProps) {
  const { formats } = useChat();
  const { periodBefore: beforeText, nothingBefore } = words().card;
  const share = Number(now) / Number(before) - 1;
  const percent = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const;
  return (
    <Text size="sm" c="dimmed" data-before>
      {before == null || Number(before) === 0 ? (
        nothingBefore
      ) : (
        <>
          {beforeText(text(before))}
          {Number.isFinite(share) ? ` (${formats.number(share, percent)})` : ''}
        </>
      )}
    </Text>
  );
}

/** The same row of the period before; undefined where there is none to compare with, or until it is read. */
function useBefore(
  { sqlQuery }: QueryResult,
  refinement: Refinement | null | undefined,
): readonly unknown[] | null | undefined {
  const { deploymentId } = useChat().agent;
  const periods = refinement?.filters.filter(
    ({ type, from, to }) => type === 'TIME' && from !== null && to !== null,
  );
  const [period] = periods ?? [];
  const isTotal = refinement?.breakdowns.length === 0 && refinement.figures.length > 0;
  const { member, from, to } = period ?? {};
  const days =
    isTotal && periods?.length === 1 && from != null && to != null ? periodBefore({ from, to }) : undefined;
  const { data } = useRead(`${sqlQuery} ${days?.from}`, async (client, signal) => {
    if (days === undefined || member == null) return undefined;
    const changes = [{ filter: { member, ...days } }];
    const earlier = await client.refine(sqlQuery, changes, { deploymentId, first: 1, signal });
    return earlier?.result?.rows[0] ?? null;
  });
  return data;
}
