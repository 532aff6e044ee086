import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A part of Vega-Lite's own JSON schema. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | readonly Schema[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

export const vegaLite = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('vega-lite/vega-lite-schema.json')), 'utf8'),
) as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

/** Resolves references and unions: every schema without either that a value may follow. */
export function variantsOf(schema: Schema, seen: ReadonlySet<string> = new Set()): readonly Schema[] {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    if (seen.has(name)) return [];
    return variantsOf(vegaLite.definitions[name] ?? {}, new Set([...seen, name]));
  }
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap((each) => variantsOf(each, seen));
}

function nameOf(ref: string): string {
  return decodeURIComponent(ref.replace('#/definitions/', ''));
}

/** A definition's property, put where a whole specification can have it. */
export interface Placement {
  readonly definition: string;
  readonly property: string;
  readonly schema: Schema;
  /** Where it is in what {@link Placement.place} gives. */
  readonly path: readonly (string | number)[];
  /** A specification that holds this value there, and else no more than it must. */
  readonly build: (value: unknown) => unknown;
}

export interface Way {
  readonly schema: Schema;
  readonly path: readonly (string | number)[];
  readonly build: (value: unknown) => unknown;
}

/** Ways to one definition that are followed at most. */
const maxWays = 4;

/**
 * Each property of each definition that a specification can reach: by several ways where these are open, else by one of
 * the shortest.
 * @param isOpen whether a value may be where a way leads, so that what is in it is looked at there
 */
export function placements(isOpen: (way: Way, value: unknown) => boolean): readonly Placement[] {
  const found: Placement[] = [];
  const ways = new Map<string, number>();
  const open: Way[] = [{ schema: vegaLite, path: [], build: (value) => value }];
  const closed: Way[] = [];
  const follow = (way: Way): void => {
    const definition = way.schema.$ref === undefined ? '' : nameOf(way.schema.$ref);
    const taken = ways.get(definition) ?? 0;
    if (definition !== '' && taken >= (isOpen(way, simplest(way.schema)) ? maxWays : 1)) return;
    ways.set(definition, taken + 1);
    const inner = definition === '' ? way.schema : (vegaLite.definitions[definition] ?? {});
    for (const next of insideOf(definition, inner, way.path, way.build, found)) {
      if (next.path.length <= maxPath) (isOpen(next, simplest(next.schema)) ? open : closed).push(next);
    }
  };
  for (const way of open) follow(way);
  for (const way of closed) {
    follow(way);
    for (const next of open.splice(0)) closed.push(next);
  }
  return found;
}

const maxPath = 14;

function insideOf(
  definition: string,
  schema: Schema,
  path: Way['path'],
  build: Way['build'],
  found: Placement[],
): readonly Way[] {
  if (schema.$ref !== undefined) return [{ schema, path, build }];
  const ways: Way[] = [];
  for (const variant of schema.anyOf ?? []) ways.push(...insideOf(definition, variant, path, build, found));
  const required = requiredOf(schema);
  for (const [property, inner] of Object.entries(schema.properties ?? {})) {
    const way: Way = {
      schema: inner,
      path: [...path, property],
      build: (value) => build({ ...required, [property]: value }),
    };
    if (definition !== '') {
      found.push({ definition, property, schema: inner, path: way.path, build: way.build });
    }
    ways.push(way);
  }
  const items = Array.isArray(schema.items) ? undefined : (schema.items as Schema | undefined);
  if (items !== undefined) {
    ways.push({ schema: items, path: [...path, 0], build: (value) => build([value]) });
  }
  if (typeof schema.additionalProperties === 'object') {
    const more = schema.additionalProperties;
    ways.push({ schema: more, path: [...path, 'a'], build: (value) => build({ ...required, a: value }) });
  }
  return ways;
}

function requiredOf(schema: Schema, depth = 0): Record<string, unknown> {
  const { required = [], properties = {} } = schema;
  return Object.fromEntries(required.map((name) => [name, simplest(properties[name] ?? {}, depth + 1)]));
}

/** A value that is as small as it can be. */
export function simplest(schema: Schema, depth = 0): unknown {
  if (depth > 12) return undefined;
  const variants = variantsOf(schema).filter((variant) => !isExpression(variant));
  const [variant = {}] = variants.toSorted((a, b) => weight(a) - weight(b));
  if (variant.const !== undefined) return variant.const;
  if (variant.enum !== undefined) return variant.enum.find((each) => each !== null) ?? null;
  switch (typeOf(variant)) {
    case 'number':
      return Math.max(variant.minimum ?? 1, Math.min(1, variant.maximum ?? 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const { items = {}, minItems = 1 } = variant;
      return Array.isArray(items)
        ? (items as readonly Schema[]).map((each) => simplest(each, depth + 1))
        : Array.from({ length: minItems }, () => simplest(items as Schema, depth + 1));
    }
    case 'object':
      return requiredOf(variant, depth);
    default:
      return variant.format === 'uri' ? 'https://evil.test/' : 'region';
  }
}

export function typeOf({ type, properties }: Schema): string {
  const named = Array.isArray(type) ? (type as readonly string[]).find((each) => each !== 'null') : type;
  return String(named ?? (properties === undefined ? 'string' : 'object'));
}

/** `{"expr": …}`. */
export function isExpression({ properties = {} }: Schema): boolean {
  return 'expr' in properties;
}

function weight(schema: Schema): number {
  const simple = ['string', 'number', 'boolean'].indexOf(typeOf(schema));
  if (simple >= 0) return simple;
  const { required = [] } = schema;
  // A single view ends where those of several would go on.
  return 10 + required.length + (required.includes('mark') || required.length === 0 ? 0 : 10);
}
