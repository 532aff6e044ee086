import { z } from 'zod';
import { isNumberType } from '../../src/contract/columns.ts';
import type { DescribedColumn, SvcSqlApiResult } from '../../src/contract/tools.ts';
import { pad, textWidth } from './draw-table.ts';
import type { FieldFormats } from './field-formats.ts';

const channel = z.object({ field: z.string().optional(), type: z.string().optional() });
const unit = z.object({
  mark: z.union([z.string(), z.object({ type: z.string() }).transform((mark) => mark.type)]),
  encoding: z.object({ x: channel.optional(), y: channel.optional(), color: channel.optional() }),
});
const panels = z.object({ hconcat: z.array(unit).optional(), vconcat: z.array(unit).optional() });

const barWidth = 36;
const plotWidth = 72;
const plotHeight = 8;
const maxBars = 12;

/**
 * A Vega-Lite specification drawn with the result's data in plain text: bars, columns over time, or one small line per series.
 * Null for a chart that text does not carry, such as points, a heat map or values below zero.
 */
export function drawChart(result: DrawnResult, formats: FieldFormats): readonly string[] | null {
  const spec = parseSpec(result.vegaSpec);
  const single = unit.safeParse(spec);
  if (single.success) return drawUnit(single.data, result, formats);
  const { hconcat, vconcat } = panels.safeParse(spec).data ?? {};
  const drawings = (hconcat ?? vconcat ?? []).map((panel) => drawUnit(panel, result, formats));
  if (drawings.length === 0 || drawings.includes(null)) return null;
  return drawings.flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...(lines ?? [])]);
}

function parseSpec(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

type DrawnResult = Pick<SvcSqlApiResult, 'schema' | 'data' | 'vegaSpec'>;

interface Series {
  readonly labels: readonly string[];
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

function drawUnit(
  { encoding: { x, y, color } }: z.infer<typeof unit>,
  result: DrawnResult,
  formats: FieldFormats,
): readonly string[] | null {
  const value = x?.type === 'quantitative' ? x : y;
  const label = value === x ? y : x;
  if (value?.type !== 'quantitative' || value.field === undefined || label?.field === undefined) return null;
  if (label.type === 'quantitative') return null;
  const timeline = label.type === 'temporal';
  if (color?.field !== undefined && color.field !== label.field) {
    return timeline ? drawSeries(result, formats, color.field, value.field) : null;
  }
  const series = readSeries(result, formats, label.field, value.field);
  if (series === null || series.values.length < 2 || series.values.some((number) => number < 0)) return null;
  const heading = formats.titleOf(value.field);
  return [heading, ...(timeline ? drawColumns(series) : drawBars(series))];
}

function readSeries(
  { schema, data }: DrawnResult,
  formats: FieldFormats,
  labelField: string,
  valueField: string,
): Series | null {
  const label = columnOf(schema, labelField);
  const value = columnOf(schema, valueField);
  if (label === null || value === null || !isNumberType(value.column.column_type)) return null;
  const cell = (row: readonly unknown[], { index }: { readonly index: number }) => row[index] ?? null;
  return {
    labels: data.map((row) => formats.format(label.column, cell(row, label))),
    values: data.map((row) => Number(cell(row, value) ?? 0)),
    texts: data.map((row) => formats.format(value.column, cell(row, value), true)),
  };
}

function columnOf(
  schema: readonly DescribedColumn[],
  field: string,
): { column: DescribedColumn; index: number } | null {
  // A field of an encoding is escaped where it holds a dot or a bracket.
  const name = field.replaceAll(/\\(.)/g, '$1');
  const index = schema.findIndex((column) => column.name === name);
  const column = schema[index];
  return column === undefined ? null : { column, index };
}

const leftBlocks = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const lowerBlocks = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

function drawBars({ labels, values, texts }: Series): readonly string[] {
  const max = Math.max(...values, Number.MIN_VALUE);
  const labelWidth = Math.max(...labels.slice(0, maxBars).map(textWidth));
  const lines = values.slice(0, maxBars).map((value, index) => {
    const eighths = Math.round((value / max) * barWidth * 8);
    const bar = '█'.repeat(Math.floor(eighths / 8)) + (leftBlocks[eighths % 8] ?? '');
    return `${pad(labels[index] ?? '', labelWidth)}  ${bar} ${texts[index] ?? ''}`;
  });
  return values.length > maxBars ? [...lines, `… and ${values.length - maxBars} more`] : lines;
}

function drawColumns({ labels, values, texts }: Series): readonly string[] {
  const max = Math.max(...values, Number.MIN_VALUE);
  const cellWidth = Math.max(1, Math.min(6, Math.floor(plotWidth / values.length)));
  const kept = values.slice(-plotWidth);
  const top = texts[values.indexOf(max)] ?? '';
  const axisWidth = Math.max(textWidth(top), 1);
  const gap = cellWidth > 1 ? ' ' : '';
  const rows = Array.from({ length: plotHeight }, (_, index) => {
    const floor = plotHeight - 1 - index;
    const cells = kept.map((value) => {
      const eighths = Math.round((value / max) * plotHeight * 8) - floor * 8;
      const block = lowerBlocks[Math.min(8, Math.max(0, eighths))] ?? ' ';
      return block.repeat(cellWidth - gap.length) + gap;
    });
    const axis = index === 0 ? top : floor === 0 ? '0' : '';
    return `${pad(axis, axisWidth, true)} │${cells.join('')}`.trimEnd();
  });
  const first = labels[labels.length - kept.length] ?? '';
  const last = labels.at(-1) ?? '';
  const space = Math.max(1, kept.length * cellWidth - gap.length - textWidth(first) - textWidth(last));
  const rule = `${' '.repeat(axisWidth)} └${'─'.repeat(kept.length * cellWidth)}`;
  return [...rows, rule, `${' '.repeat(axisWidth + 2)}${first}${' '.repeat(space)}${last}`];
}

function drawSeries(
  result: DrawnResult,
  formats: FieldFormats,
  colorField: string,
  valueField: string,
): readonly string[] | null {
  const all = readSeries(result, formats, colorField, valueField);
  if (all === null || all.values.some((value) => value < 0)) return null;
  const names = [...new Set(all.labels)].slice(0, maxBars);
  const max = Math.max(...all.values, Number.MIN_VALUE);
  const nameWidth = Math.max(...names.map(textWidth));
  const lines = names.map((name) => {
    const at = all.values
      .flatMap((_, index) => (all.labels[index] === name ? [index] : []))
      .slice(-plotWidth);
    const line = at.map((index) => lowerBlocks[Math.round(((all.values[index] ?? 0) / max) * 7) + 1] ?? ' ');
    return `${pad(name, nameWidth)}  ${line.join('')} ${all.texts[at.at(-1) ?? -1] ?? ''}`;
  });
  return [formats.titleOf(valueField), ...lines];
}
