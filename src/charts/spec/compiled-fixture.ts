import { type LoggerInterface, parse, type Spec as VegaSpec, View } from 'vega';
import { parseExpression } from 'vega-expression';
import { compile, type TopLevelSpec } from 'vega-lite';

type Json = Readonly<Record<string, unknown>>;

/**
 * What a specification does besides drawing its rows, once Vega-Lite and Vega have made a picture of it. One that they
 * refuse does nothing.
 */
export async function dangersOf(spec: Json, rows: readonly Json[]): Promise<readonly string[]> {
  const compiled = compiledOf({ ...spec, data: { values: rows } });
  if (compiled === undefined) return [];
  const dangers = new Set<string>();
  scan(compiled, '', dangers);
  const load = async (address: string): Promise<string> => {
    dangers.add(`It loads ${address}.`);
    return '';
  };
  const sanitize = async (address: string) => ({ href: await load(address) });
  const loader = { load, sanitize, http: load, file: load, options: {} };
  try {
    const view = new View(parse(compiled), { renderer: 'none', loader, logger: quiet });
    const svg = await view.toSVG();
    view.finalize();
    if (pictureDanger.test(svg)) dangers.add('The picture loads, leads or runs.');
  } catch {
    // Vega draws nothing of it.
  }
  return [...dangers];
}

function compiledOf(spec: Json): VegaSpec | undefined {
  try {
    return compile(spec as unknown as TopLevelSpec, { logger: quiet }).spec;
  } catch {
    return undefined;
  }
}

const pictureDanger =
  /<(image|a|script|foreignObject|use)\b|\b(xlink:)?href=|=["'][^"']*url\((?!#)[^"']*["'](?<!aria-label=["'][^"']*["'])/i;

/** Keys of compiled specifications that load, lead or take over. */
const dangerousKeys = new Set(['url', 'href', 'bind', 'cursor', 'element', 'usermeta', 'font']);
const expressionKeys = new Set(['signal', 'expr', 'update', 'init', 'test', 'labelExpr']);
const paintKeys = /^(fill|stroke|background|.*color)$/i;

function scan(node: unknown, key: string, dangers: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) scan(item, key, dangers);
    return;
  }
  if (typeof node === 'string') {
    if (expressionKeys.has(key)) scanExpression(node, dangers);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    // Rows and domains are values of the data.
    if (name === 'values') continue;
    if (dangerousKeys.has(name)) dangers.add(`It has "${name}".`);
    if (paintKeys.test(name) && /url\s*\(/i.test(JSON.stringify(inner)))
      dangers.add(`A paint loads: ${name}.`);
    scan(inner, name, dangers);
  }
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function scanExpression(text: string, dangers: Set<string>): void {
  let tree: Node;
  try {
    tree = parseExpression(text) as unknown as Node;
  } catch {
    // Vega refuses the whole chart; somebody else's text in it may be readable the next time.
    if (/evil|sequence|constructor/.test(text)) dangers.add(`It is no expression: ${text}`);
    return;
  }
  visit(tree, (node) => {
    if (node.type === 'CallExpression') {
      const { name } = node['callee'] as { readonly name?: string };
      if (name === undefined || !called.has(name)) dangers.add(`It calls ${name}: ${text}`);
    }
    if (node.type === 'Identifier' && node['name'] === 'evil') dangers.add(`It runs: ${text}`);
    if (node.type === 'Property') {
      const { name, value } = node['key'] as { readonly name?: string; readonly value?: unknown };
      if ((name ?? value) === 'image') dangers.add(`A tooltip loads: ${text}`);
    }
  });
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) see(node as Node);
    for (const inner of Object.values(node)) visit(inner, see);
  }
}

/** Functions that Vega-Lite writes itself, and those that expressions may call. */
const called: ReadonlySet<string> = new Set(
  (
    'abs bandspace bandwidth clamp data datetime day domain ceil extent format if inrange indexof invert isArray isDate ' +
    'isFinite isNaN isNumber isString isValid join length max min month monthFormat pow range scale slice span sqrt ' +
    'sequence time timeFormat timeOffset timeUnitSpecifier toBoolean toDate toNumber toString upper utc utcFormat utcOffset ' +
    'utcParse timeParse year containerSize quarter date week dayofyear hours minutes seconds milliseconds timezoneoffset lower trim substring utcyear utcmonth utcdate utchours indata bin merge'
  ).split(' '),
);

const quiet: LoggerInterface = {
  level: (() => quiet) as LoggerInterface['level'],
  warn: () => quiet,
  error: () => quiet,
  info: () => quiet,
  debug: () => quiet,
};
