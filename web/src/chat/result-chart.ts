import type { ChartSpec } from '../shared/chart.tsx';
import { seriesPalette } from '../shared/series-colours.ts';
import type { QueryResult, ResultColumn } from './tool-result.ts';

/**
 * The chart of a result, with its rows in it. Its times are those of the session's time zone already: they are drawn
 * as if they were UTC, so that the browser's own zone moves none.
 * @returns undefined for a result without a chart
 */
export function chartOf({ spec, columns, rows }: QueryResult): ChartSpec | undefined {
  if (spec === undefined) return undefined;
  const { title, $schema: _, ...rest } = spec;
  const subtitle =
    typeof title === 'object' && title !== null && 'subtitle' in title ? title.subtitle : undefined;
  return {
    ...(inUtc(rest) as ChartSpec),
    ...(typeof subtitle === 'string'
      ? { title: { text: subtitle, fontSize: 12, fontWeight: 'normal' } }
      : {}),
    config: look,
    data: { values: rows.map((row) => valuesOf(columns, row)) },
  };
}

/** High enough for each bar to be read where there is one for each row. */
export function chartHeightPx({ spec, rows }: QueryResult): number {
  const encoding = spec?.['encoding'];
  const y = typeof encoding === 'object' && encoding !== null && 'y' in encoding ? encoding.y : undefined;
  const isBars = typeof y === 'object' && y !== null && 'type' in y && y.type === 'nominal';
  return isBars ? Math.min(640, Math.max(160, 60 + 28 * rows.length)) : 280;
}

/** Quiet axes. */
const look = {
  view: { stroke: null },
  axis: {
    domain: false,
    ticks: false,
    labelPadding: 6,
    titlePadding: 10,
    gridOpacity: 0.35,
    titleFontWeight: 500,
  },
  axisX: { grid: false },
  axisXQuantitative: { tickCount: 5, labelSeparation: 10 },
  bar: { cornerRadiusEnd: 3 },
  mark: { color: seriesPalette[0] },
};

function valuesOf(columns: readonly ResultColumn[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, type }, index) => [name, chartValue(row[index] ?? null, type)]),
  );
}

function chartValue(value: unknown, type: string): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'Date' || type === 'Timestamp') return Date.parse(type === 'Date' ? value : `${value}Z`);
  return type === 'Decimal' || type === 'Int64' ? Number(value) : value;
}

function inUtc(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inUtc);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'timeUnit' ? utcUnit(value) : inUtc(value)]),
  );
  if (copy['type'] !== 'temporal' || !('field' in copy)) return copy;
  const { scale } = copy;
  return scale === null
    ? copy
    : { ...copy, scale: { ...(typeof scale === 'object' ? scale : {}), type: 'utc' } };
}

function utcUnit(unit: unknown): unknown {
  if (typeof unit === 'string') return unit.startsWith('utc') ? unit : `utc${unit}`;
  return typeof unit === 'object' && unit !== null ? { ...unit, utc: true } : unit;
}
