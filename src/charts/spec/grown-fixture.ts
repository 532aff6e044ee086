import { type Schema, simplest, typeOf, variantsOf, vegaLite } from './schema-fixture.ts';

/** Text that would run, load or escape where it is not kept apart, and text that only looks like it. */
export const hostileTexts: readonly string[] = [
  'url(https://evil.test/#a)',
  'https://evil.test/a.png',
  'javascript:evil()',
  '"), evil(), format(1, "',
  "'), evil(), format(1, '",
  '\\"), evil(), (\\"',
  "\\'), evil(), (\\'",
  '"]+evil()+["',
  "']+evil()+['",
  '"}, evil(), {"a": "',
  '\n evil()',
  '</script><img src=https://evil.test/ onerror=evil()>',
  'evil()',
  'evil',
  'datum.region + evil()',
  'sequence(1e9)',
  'datum.constructor',
  '0>999999999d',
  '.999999f',
  'image',
  '__proto__',
  'constructor',
  '*',
  '@mark:click',
  'window:mousemove',
];
const harmlessTexts = [
  'region',
  'revenue',
  'day',
  'total',
  'a b',
  'datum.revenue > 1',
  'sum',
  'left',
  '%b %Y',
  ',.2f',
  '#fff',
];
const hostileNumbers = [0, 1, 2, 10, -1, 0.5, 1e-9, 1e9, 1e300, Number.MAX_SAFE_INTEGER, 300];

/** Decides by numbers that a property test draws; the same numbers decide the same. */
export class Choices {
  #next = 0;
  readonly #numbers: readonly number[];
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }
  below(limit: number): number {
    const drawn = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    // Going round, it decides otherwise.
    const round = Math.floor(this.#next / this.#numbers.length);
    this.#next += 1;
    return limit === 0 ? 0 : (drawn + round * 7) % limit;
  }
  of<T>(items: readonly T[]): T {
    const chosen = items[this.below(items.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  }
}

/** Any value that the schema allows, nasty ones first. */
function valueFor(schema: Schema, choices: Choices, depth = 0): unknown {
  if (depth > 5) return simplest(schema);
  const variant: Schema = choices.of([...variantsOf(schema), {}]);
  if (variant.const !== undefined) return variant.const;
  if (variant.enum !== undefined) return choices.of(variant.enum);
  switch (typeOf(variant)) {
    case 'number':
      return choices.of(hostileNumbers);
    case 'boolean':
      return choices.below(2) === 0;
    case 'null':
      return null;
    case 'array': {
      const { items = {}, minItems = 0 } = variant;
      if (Array.isArray(items))
        return (items as readonly Schema[]).map((each) => valueFor(each, choices, depth + 1));
      const length = minItems + choices.below(3);
      return Array.from({ length }, () => valueFor(items as Schema, choices, depth + 1));
    }
    case 'object': {
      const names = Object.keys(variant.properties ?? {});
      const chosen = names.filter(
        (name) => variant.required?.includes(name) === true || choices.below(names.length) < 3,
      );
      return Object.fromEntries(
        chosen.map((name) => [name, valueFor(variant.properties?.[name] ?? {}, choices, depth + 1)]),
      );
    }
    default:
      return choices.of(choices.below(3) === 0 ? harmlessTexts : hostileTexts);
  }
}

type Json = Readonly<Record<string, unknown>>;

/** The objects of a specification, each with all that the schema would let it have. */
function objectsOf(value: unknown, schemas: readonly Schema[], path: readonly (string | number)[]): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const variants = schemas.flatMap((schema) => variantsOf(schema));
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items }) =>
      items === undefined || Array.isArray(items) ? [] : [items as Schema],
    );
    return value.flatMap((item, index) => objectsOf(item, items, [...path, index]));
  }
  const properties = variants.flatMap((variant) => Object.entries(variant.properties ?? {}));
  const inner = Object.entries(value).flatMap(([name, child]) =>
    objectsOf(
      child,
      properties.flatMap(([key, schema]) => (key === name ? [schema] : [])),
      [...path, name],
    ),
  );
  return properties.length === 0 ? inner : [{ path, properties }, ...inner];
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly properties: readonly (readonly [string, Schema])[];
}

/** The specification with one more property somewhere, as Vega-Lite's schema allows it there. */
export function grownBy(spec: Json, choices: Choices): Json {
  const { path, properties } = choices.of(objectsOf(spec, [vegaLite], []));
  const [name, schema] = choices.of(properties);
  const grown = structuredClone(spec) as Record<string, unknown>;
  let at: unknown = grown;
  for (const step of path) at = (at as Record<string | number, unknown>)[step];
  (at as Record<string, unknown>)[name] = valueFor(schema, choices);
  return grown;
}
