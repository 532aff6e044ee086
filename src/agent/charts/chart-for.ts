import type { Column, Row } from '../../engines/query-engine.ts';
import { buildSpec } from './build-spec.ts';
import type { FieldCatalog } from './fields.ts';
import { shapeOf } from './shape.ts';
import { usableSpec } from './usable-spec.ts';

export interface ChartResult {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/**
 * The Vega-Lite v5 specification for a result as JSON text, without data (spec: Tool `svcSqlApi`, `vegaSpec`): the
 * model's own when it fits the columns, else one chosen by the shape of the result; undefined when nothing is worth drawing.
 */
export function chartFor(
  result: ChartResult,
  fields: FieldCatalog,
  proposed: string | undefined,
): string | undefined {
  const own = proposed === undefined ? undefined : usableSpec(proposed, result.columns);
  const spec = own ?? buildSpec(result.title, shapeOf(result.columns, result.rows, fields));
  return spec === undefined ? undefined : JSON.stringify(spec);
}
