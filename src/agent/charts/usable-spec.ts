import { chartSpecProblems, type Spec, vegaLiteSchema, withoutData } from '../../chart-spec.ts';
import type { Column } from '../../engines/query-engine.ts';

/**
 * A model's Vega-Lite specification, made fit for use: `$schema` v5, no data of its own. Undefined when it is not JSON
 * or cannot draw the result.
 */
export function usableSpec(text: string, columns: readonly Column[]): Spec | undefined {
  const spec = parseObject(text);
  if (spec === undefined) return undefined;
  const names = columns.map((column) => column.name);
  if (chartSpecProblems(spec, names).length > 0) return undefined;
  return { ...withoutData(spec), $schema: vegaLiteSchema };
}

function parseObject(text: string): Spec | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Spec) : undefined;
  } catch {
    return undefined;
  }
}
