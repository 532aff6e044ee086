import { answerWords, type Language } from '../contract/answer-words.ts';
import { type ChartMark, chartMarks } from '../contract/chart-marks.ts';
import type { Grain } from '../contract/columns.ts';
import type { Column, Row } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import { parseJson } from '../json.ts';
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
  /** Granularity of times, by column. @default guessed from column names */
  readonly grains?: ReadonlyMap<string, Grain>;
  /** Number of rows of the query, of which `rows` are the first. @default the number of `rows` */
  readonly totalRows?: number;
  /** Of what the chart says itself. @default English */
  readonly language?: Language | undefined;
}

export interface Chart {
  /** Vega-Lite v5 as JSON text, without data (spec: Tool `svcSqlApi`, `vegaSpec`). */
  readonly text: string;
  /** Why it is not the model's own chart; undefined if it is, or if there was none. */
  readonly instead: string | undefined;
}

/**
 * Checks a model's own specification, as far as possible before its query has run. A mark alone is one, too: the rest follows
 * from the result.
 * @throws AppError `VALIDATION_FAILED`, which says what is wrong where, and what to write instead
 */
export function readProposedSpec(text: string): Spec {
  const mark = markAlone(parseJson(text));
  if (mark !== undefined) return { mark };
  const parsed = parseChartSpec(text);
  if ('spec' in parsed) return { ...parsed.spec, $schema: vegaLiteSchema };
  throw new AppError('VALIDATION_FAILED', formatSpecProblems('vegaSpec', parsed.problems));
}

/**
 * The chart of a result: the proposed one, completed with formats, if it encodes columns of the result, else one chosen by the
 * shape of the result; undefined if nothing is worth drawing.
 */
export function chartFor(
  result: ChartResult,
  fields: FieldCatalog,
  proposed: Spec | undefined,
): Chart | undefined {
  const names = result.columns.map((column) => column.name);
  const mark = markAlone(proposed);
  const problems = proposed === undefined || mark !== undefined ? [] : chartSpecProblems(proposed, names);
  const { columns, rows, totalRows = rows.length, language = 'en' } = result;
  const words = answerWords[language];
  const shape = shapeOf(columns, rows, fields, words, result.grains, totalRows > rows.length);
  if (proposed !== undefined && mark === undefined && problems.length === 0) {
    const formatted = withDefaultFormats(proposed, [...shape.times, ...shape.categories, ...shape.numbers]);
    const isHarmless = chartSpecProblems(formatted, names).length === 0;
    return { text: JSON.stringify(isHarmless ? formatted : proposed), instead: undefined };
  }
  const asked = mark === undefined ? undefined : buildSpec(result.title, shape, mark);
  const spec = asked ?? buildSpec(result.title, shape);
  // Titles come from the data model and names from the query, and may contain what a chart may not.
  if (spec === undefined || chartSpecProblems(spec, names).length > 0) return undefined;
  return {
    text: JSON.stringify(spec),
    instead:
      mark !== undefined && asked === undefined
        ? `vegaSpec.mark: A result like this cannot be drawn with "${mark}".`
        : problems.length === 0
          ? undefined
          : formatSpecProblems('vegaSpec', problems),
  };
}

function markAlone(proposed: unknown): ChartMark | undefined {
  if (typeof proposed !== 'object' || proposed === null || !('mark' in proposed)) return undefined;
  if (Object.keys(proposed).some((key) => key !== 'mark' && key !== '$schema')) return undefined;
  return chartMarks.find((name) => name === proposed.mark);
}
