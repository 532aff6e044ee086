export type Path = readonly (string | number)[];

export interface SpecProblem {
  /** Path in the specification. */
  readonly path: Path;
  /** A sentence that says what is wrong and what to write instead. */
  readonly message: string;
}

/** The findings of one check of a specification. */
export interface Findings {
  readonly problems: SpecProblem[];
  /** Fields that encodings and transforms read, each with the first path. */
  readonly fields: Map<string, Path>;
  /** Fields that transforms create, with how many values of the data one of theirs may contain (see `calculate`). */
  readonly made: Map<string, number>;
  /** The first value of a channel that would act as code in an expression. */
  codeLike: Path | undefined;
  /** Whether some channel has a unit for which Vega-Lite copies values into expressions unchanged. */
  hasSingleUnit: boolean;
  /** Number of values checked. */
  nodes: number;
}

export type Properties = { readonly [name: string]: Rule };
export type JsonObject = Readonly<Record<string, unknown>>;

/** Records findings; returns what is wrong with the value. */
export type Check<T> = (value: T, path: Path, found: Findings) => string | undefined;

/**
 * What is allowed at one place of a specification, by kind of JSON value. Kinds and properties that are not listed are
 * refused.
 */
export interface Rule {
  readonly string?: Check<string>;
  readonly number?: { readonly min: number; readonly max: number; readonly integer?: boolean };
  readonly boolean?: true;
  readonly null?: true;
  readonly list?: { readonly of: Rule; readonly min?: number; readonly max: number };
  /** The allowed properties; as a function, those for this particular object, or what is wrong with it. */
  readonly object?: Properties | ((value: JsonObject) => Properties | string);
  /** Checks an object whose properties are all valid on their own. */
  readonly verify?: Check<JsonObject>;
}

const maxNodes = 5_000;
const maxDepth = 32;
const maxProblems = 10;

export function newFindings(): Findings {
  return {
    problems: [],
    fields: new Map(),
    made: new Map(),
    codeLike: undefined,
    hasSingleUnit: false,
    nodes: 0,
  };
}

/** Checks a value and everything below it, up to a limited number of values. */
export function inspect(rule: Rule, value: unknown, path: Path, found: Findings): void {
  if (found.problems.length >= maxProblems) return;
  found.nodes += 1;
  if (found.nodes > maxNodes || path.length > maxDepth) {
    const what =
      path.length > maxDepth ? `deeper than ${maxDepth} levels` : `of more than ${maxNodes} values`;
    found.problems.length = 0;
    found.problems.push({ path: [], message: `A chart ${what} is too large. Draw less in it.` });
    // Nothing more is read.
    found.nodes = Number.POSITIVE_INFINITY;
    return;
  }
  const message = problemOf(rule, value, path, found);
  if (message !== undefined) found.problems.push({ path, message });
}

function problemOf(rule: Rule, value: unknown, path: Path, found: Findings): string | undefined {
  const expected = (): string => `Expected ${describe(rule)}.`;
  if (value === null) return rule.null === true ? undefined : expected();
  if (Array.isArray(value)) {
    if (rule.list === undefined) return expected();
    const { of, min = 0, max } = rule.list;
    if (value.length < min || value.length > max) return `Expected ${min} to ${max} items.`;
    for (const [index, item] of value.entries()) inspect(of, item, [...path, index], found);
    return undefined;
  }
  if (typeof value === 'string' && rule.string !== undefined) return rule.string(value, path, found);
  if (typeof value === 'boolean') return rule.boolean === true ? undefined : expected();
  if (typeof value === 'object') return inspectObject(rule, value as JsonObject, path, found);
  if (typeof value !== 'number' || rule.number === undefined) return expected();
  const { min, max, integer } = rule.number;
  const fits = value >= min && value <= max && (integer !== true || Number.isInteger(value));
  return fits ? undefined : expected();
}

function inspectObject(rule: Rule, value: JsonObject, path: Path, found: Findings): string | undefined {
  if (rule.object === undefined) return refusal(value) ?? `Expected ${describe(rule)}.`;
  const properties = typeof rule.object === 'function' ? rule.object(value) : rule.object;
  if (typeof properties === 'string') return properties;
  const problemsBefore = found.problems.length;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const at = [...path, name];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) inspect(property, inner, at, found);
    else if (found.problems.length < maxProblems) {
      const message = hints.get(name) ?? `There is no such property here. There are ${namesOf(properties)}.`;
      found.problems.push({ path: at, message });
    }
  }
  return found.problems.length === problemsBefore ? rule.verify?.(value, path, found) : undefined;
}

function namesOf(properties: Properties): string {
  return Object.keys(properties).join(', ');
}

/** Hints for common mistakes of models and people. */
const hints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...same('url href src image', 'A chart loads nothing and leads nowhere. Leave it out.'),
    ...same(
      'data datasets lookup from',
      "A chart's data is the rows of its query. Add what is missing to the SQL.",
    ),
    ...same(
      'params param selection bind',
      'A chart has no controls. Leave it out; filter in the SQL, and use "tooltip": true.',
    ),
    ...same('expr signal', 'Write a plain value; compute with a "calculate" transform or in the SQL.'),
    ...same('projection longitude latitude longitude2 latitude2', 'There are no maps. Draw bars by place.'),
    ...same(
      'font labelFont titleFont subtitleFont style cursor',
      'The page that shows the chart decides it. Leave it out.',
    ),
    usermeta: 'The page that shows the chart has settings of its own. Leave it out.',
    flatten: 'Unnest in the SQL.',
  }),
);

function same(names: string, hint: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, hint]));
}

/** For a disallowed object; `{"expr": …}` in place of a value has its own hint. */
function refusal(value: JsonObject): string | undefined {
  const [name = ''] = Object.keys(value);
  return hints.get(name);
}

function describe({ string, number, boolean, null: nothing, list, object }: Rule): string {
  const kinds = [
    ...(string === undefined ? [] : ['text']),
    ...(number === undefined
      ? []
      : [`a ${number.integer === true ? 'whole ' : ''}number from ${number.min} to ${number.max}`]),
    ...(boolean === undefined ? [] : ['true or false']),
    ...(nothing === undefined ? [] : ['null']),
    ...(list === undefined ? [] : ['a list']),
    ...(object === undefined ? [] : ['an object']),
  ];
  return kinds.join(' or ');
}
