import { parseJson } from '../../json.ts';
import { inspect, type JsonObject, newFindings, type SpecProblem } from './rule.ts';
import { chart } from './views.ts';

/** A Vega-Lite specification, or a part of one. */
export type Spec = JsonObject;
export type { SpecProblem };

export const vegaLiteSchema = 'https://vega.github.io/schema/vega-lite/v5.json';

/**
 * Everything in a specification that is not known to be harmless; empty if it is safe to draw, even without a content
 * security policy and from an untrusted author. A safe chart loads nothing, links nowhere, runs only bounded computations on single
 * rows, and changes nothing on the page around it. Its size, its number of charts and the multiplication of its rows
 * are limited. Inline data is a problem too; {@link parseChartSpec} removes it.
 * @param columns of the result that it draws; without them, its fields count as columns
 */
export function chartSpecProblems(spec: unknown, columns?: readonly string[]): readonly SpecProblem[] {
  const found = newFindings();
  inspect(chart, spec, [], found);
  if (found.problems.length === 0 && found.fields.size === 0) {
    return [{ path: [], message: 'It encodes no column.' }];
  }
  const missing =
    columns === undefined
      ? []
      : [...found.fields].filter(([field]) => !columns.includes(field) && !found.made.has(field));
  return [
    ...found.problems,
    ...missing.map(([field, path]) => ({
      path,
      message: `There is no column "${field}". There are ${(columns ?? []).join(', ')}.`,
    })),
  ];
}

/**
 * Parses a specification from JSON text and removes its inline data.
 * @param columns as in {@link chartSpecProblems}
 */
export function parseChartSpec(
  text: string,
  columns?: readonly string[],
): { readonly spec: Spec } | { readonly problems: readonly SpecProblem[] } {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [{ path: [], message: 'Expected a Vega-Lite specification as JSON text.' }] };
  }
  const { data, datasets: _, ...rest } = value as Spec;
  // Data that would be loaded remains, which is a problem.
  const spec = isHeld(data) ? rest : { ...rest, data };
  const problems = chartSpecProblems(spec, columns);
  return problems.length === 0 ? { spec } : { problems };
}

function isHeld(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return Object.keys(data).every((key) => key === 'values' || key === 'name');
}

/** The problems of a specification as one text. @param name of the specification in that text */
export function formatSpecProblems(name: string, problems: readonly SpecProblem[]): string {
  return problems.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`).join(' ');
}
