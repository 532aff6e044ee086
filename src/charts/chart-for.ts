import type { Column, Row } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import type { Grain } from '../semantic/sql/result-grains.ts';
import { buildSpec } from './build-spec.ts';
import { withDefaultFormats } from './default-formats.ts';
import type { FieldCatalog } from './fields.ts';
import { shapeOf } from './shape.ts';
import {
  chartSpecProblems,
  formatSpecProblems,
  parseChartSpec,
  type Spec,
  vegaLiteSchema,
} from './spec/chart-spec.ts';

export interface ChartResult {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** How coarse times are, by column. @default as columns are called */
  readonly grains?: ReadonlyMap<string, Grain>;
  /** Rows of the query, of which `rows` are the first. @default as many as these */
  readonly totalRows?: number;
}

export interface Chart {
  /** Vega-Lite v5 as JSON text, without data (spec: Tool `svcSqlApi`, `vegaSpec`). */
  readonly text: string;
  /** Why it is not the one that the model proposed; undefined when it is, or when there was none. */
  readonly instead: string | undefined;
}

/**
 * A model's own specification, as far as it can be judged before its query has run.
 * @throws AppError `VALIDATION_FAILED` that says where it is wrong and what to write instead
 */
export function readProposedSpec(text: string): Spec {
  const parsed = parseChartSpec(text);
  if ('spec' in parsed) return { ...parsed.spec, $schema: vegaLiteSchema };
  throw new AppError('VALIDATION_FAILED', formatSpecProblems('vegaSpec', parsed.problems));
}

/**
 * The chart of a result: the proposed one when it encodes columns of the result, with the formats that it lacks, else one chosen by the shape of the
 * result; undefined when nothing is worth drawing.
 */
export function chartFor(
  result: ChartResult,
  fields: FieldCatalog,
  proposed: Spec | undefined,
): Chart | undefined {
  const names = result.columns.map((column) => column.name);
  const problems = proposed === undefined ? [] : chartSpecProblems(proposed, names);
  const { columns, rows, totalRows = rows.length } = result;
  const shape = shapeOf(columns, rows, fields, result.grains, totalRows > rows.length);
  if (proposed !== undefined && problems.length === 0) {
    const formatted = withDefaultFormats(proposed, [...shape.times, ...shape.categories, ...shape.numbers]);
    const isHarmless = chartSpecProblems(formatted, names).length === 0;
    return { text: JSON.stringify(isHarmless ? formatted : proposed), instead: undefined };
  }
  const spec = buildSpec(result.title, shape);
  // Titles come from the data model and names from the query: not everything that may stand there may stand in a chart.
  if (spec === undefined || chartSpecProblems(spec, names).length > 0) return undefined;
  return {
    text: JSON.stringify(spec),
    instead: problems.length === 0 ? undefined : formatSpecProblems('vegaSpec', problems),
  };
}
