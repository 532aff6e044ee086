import { type LoggerInterface, parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { SvcSqlApiResult } from '../src/contract/tools.ts';

type Rows = Pick<SvcSqlApiResult, 'data'> & { readonly schema: readonly { readonly name: string }[] };

/**
 * What is wrong with a result's chart, null when nothing is: it must hold no data, name only columns of the result or
 * fields that its own transforms make, compile without a warning, and draw the result's rows.
 */
export async function chartProblem(result: Rows & { readonly vegaSpec: string }): Promise<string | null> {
  try {
    const spec = JSON.parse(result.vegaSpec) as unknown;
    if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) return 'not an object';
    if (JSON.stringify(spec).includes('"values":[{')) return 'it holds data';
    const known = new Set([...result.schema.map(({ name }) => name), ...madeFields(spec)]);
    const unknown = [...usedFields(spec)].find((field) => !known.has(field));
    if (unknown !== undefined) return `it encodes ${unknown}, which is not a column of the result`;
    return await draw(spec, result);
  } catch (error) {
    return `it cannot be drawn: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function draw(spec: object, { schema, data }: Rows): Promise<string | null> {
  const values = data.map((row) => Object.fromEntries(schema.map(({ name }, index) => [name, row[index]])));
  const warnings: string[] = [];
  const note = (...words: readonly unknown[]): LoggerInterface => {
    warnings.push(words.join(' '));
    return logger;
  };
  const quiet = (): LoggerInterface => logger;
  const logger: LoggerInterface = {
    level: quiet as never,
    warn: note,
    error: note,
    info: quiet,
    debug: quiet,
  };
  const compiled = compile({ ...spec, data: { values } } as unknown as TopLevelSpec, { logger });
  const view = new View(parse(compiled.spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  if (warnings.length > 0) return warnings.join('; ');
  return /<path|<rect|<text/.test(svg) ? null : 'it draws nothing';
}

/** Fields that encodings, transforms and tooltips read. */
function usedFields(value: unknown): Set<string> {
  const found = new Set<string>();
  walk(value, (key, inner) => {
    if (key === 'field' && typeof inner === 'string') found.add(inner.replace(/\\(.)/g, '$1'));
  });
  return found;
}

/** Fields that the specification's own transforms make. */
function madeFields(value: unknown): Set<string> {
  const found = new Set<string>();
  walk(value, (key, inner) => {
    if (key === 'as') for (const name of [inner].flat()) if (typeof name === 'string') found.add(name);
    if (key === 'fold') for (const name of ['key', 'value']) found.add(name);
  });
  return found;
}

function walk(value: unknown, visit: (key: string, inner: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    visit(key, inner);
    walk(inner, visit);
  }
}
