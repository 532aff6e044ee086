import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

export type RootKind = 'query' | 'mutation' | 'subscription';
type Field = GraphQLField<unknown, unknown>;

/** One request: the way from a root field to one leaf, or all that a root field gives. */
export interface WalkedRequest {
  readonly rootField: string;
  /** Each field on the way: `Query.groups`, `GroupConnection.edges`, … */
  readonly steps: readonly string[];
  readonly query: string;
}

/**
 * What arguments are given, first match first: `rootField.name`, `InputType.name`, `name`, the input type, or a default.
 * A list stands for itself; an object type that is not named here is filled from its required fields and those named.
 */
export type ArgumentTable = Readonly<Record<string, unknown>>;

const defaults: Readonly<Record<string, unknown>> = {
  String: 'walked',
  ID: 'R3JvdXA6MQ==',
  Int: 1,
  Boolean: false,
  UserAttributeValue: 'walked',
  JSONObject: {},
  DateTime: '2030-01-01T00:00:00.000Z',
};

export function rootFields(schema: GraphQLSchema, kind: RootKind): Field[] {
  const type = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind];
  return Object.values(type?.getFields() ?? {});
}

/**
 * A request for each leaf that can be reached from a root field of Query without entering a type twice; of several ways
 * that end alike, the shortest: from each root field for what is near to it, and from any for what is further away.
 * `node` and `nodes`, which lead everywhere, are left out.
 */
export function walkLeaves(schema: GraphQLSchema, table: ArgumentTable): WalkedRequest[] {
  const fields = rootFields(schema, 'query').filter(({ type }) => !isInterfaceType(getNamedType(type)));
  const leaves = fields.flatMap((field) =>
    leavesOf(schema, field.type, table, field.name, new Set()).map((leaf) => ({ field, ...leaf })),
  );
  const shortest = new Map<string, (typeof leaves)[number]>();
  for (const leaf of leaves.sort((a, b) => a.steps.length - b.steps.length)) {
    const objects = leaf.steps.filter((step) => !/Connection(Edge)?\.|Edge\.|PageInfo\./.test(step));
    const key = [
      objects.length > nearObjects ? '' : leaf.field.name,
      ...objects.slice(-2),
      leaf.steps.at(-1),
    ].join();
    if (!shortest.has(key)) shortest.set(key, leaf);
  }
  return [...shortest.values()].map(({ field, steps, selection }) => ({
    rootField: field.name,
    steps: [`Query.${field.name}`, ...steps],
    query: `query { ${callOf(field.name, field, table)}${selection} }`,
  }));
}

/** A root field's own object, and what it refers to. */
const nearObjects = 2;

/** One request for each root field of a kind, which asks for every leaf of what it gives, two objects deep. */
export function walkOperations(schema: GraphQLSchema, kind: RootKind, table: ArgumentTable): WalkedRequest[] {
  return rootFields(schema, kind).map((field) => ({
    rootField: field.name,
    steps: [`${kind}.${field.name}`],
    query: `${kind} { ${callOf(field.name, field, table)}${wholeOf(field.type, table, field.name, 2)} }`,
  }));
}

interface Leaf {
  readonly steps: readonly string[];
  readonly selection: string;
}

function leavesOf(
  schema: GraphQLSchema,
  output: GraphQLOutputType,
  table: ArgumentTable,
  rootField: string,
  seen: ReadonlySet<string>,
): Leaf[] {
  const named = getNamedType(output);
  if (isLeafType(named)) return [{ steps: [], selection: '' }];
  if (isUnionType(named)) {
    // Only leaves of its members: what is further away is met on other ways.
    const others = new Set(Object.keys(schema.getTypeMap()));
    return named.getTypes().flatMap((type) => {
      const known = others.difference(new Set([type.name]));
      return leavesOf(schema, type, table, rootField, known).map(({ steps, selection }) => ({
        steps,
        selection: ` { ... on ${type.name}${selection} }`,
      }));
    });
  }
  if (isInterfaceType(named)) {
    return schema.getPossibleTypes(named).flatMap((type) =>
      leavesOf(schema, type, table, rootField, seen).map(({ steps, selection }) => ({
        steps,
        selection: ` { ... on ${type.name}${selection} }`,
      })),
    );
  }
  if (!isObjectType(named) || seen.has(named.name)) return [];
  const entered = new Set([...seen, named.name]);
  return Object.values(named.getFields()).flatMap((field) =>
    leavesOf(schema, field.type, table, rootField, entered).map(({ steps, selection }) => ({
      steps: [`${named.name}.${field.name}`, ...steps],
      selection: ` { ${callOf(rootField, field, table)}${selection} }`,
    })),
  );
}

function wholeOf(
  output: GraphQLOutputType,
  table: ArgumentTable,
  rootField: string,
  objects: number,
): string {
  const named = getNamedType(output);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return ' { __typename }';
  const fields = Object.values((named as GraphQLObjectType).getFields()).flatMap((field) => {
    if (!isLeafType(getNamedType(field.type)) && objects === 0) return [];
    return [callOf(rootField, field, table) + wholeOf(field.type, table, rootField, objects - 1)];
  });
  return ` { __typename ${fields.join(' ')} }`;
}

function callOf(rootField: string, field: Field, table: ArgumentTable): string {
  const given = field.args.flatMap((arg) => {
    const text = argumentText(rootField, field.name, arg, table);
    return text === undefined ? [] : [`${arg.name}: ${text}`];
  });
  return given.length === 0 ? field.name : `${field.name}(${given.join(', ')})`;
}

function argumentText(
  rootField: string,
  owner: string,
  { name, type }: Pick<GraphQLArgument, 'name' | 'type'>,
  table: ArgumentTable,
): string | undefined {
  const keys = [`${rootField}.${name}`, `${owner}.${name}`, name, getNamedType(type).name];
  const key = keys.find((each) => each in table);
  if (key !== undefined) return literal(table[key], type);
  return isNonNullType(type) ? defaultText(rootField, type, table) : undefined;
}

function defaultText(rootField: string, type: GraphQLInputType, table: ArgumentTable): string {
  if (isNonNullType(type)) return defaultText(rootField, type.ofType, table);
  if (isListType(type)) return `[${defaultText(rootField, type.ofType, table)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const [first] = all;
    if (type.isOneOf && first !== undefined)
      return `{${first.name}: ${defaultText(rootField, first.type, table)}}`;
    const fields = all.flatMap((field) => {
      const text = argumentText(rootField, type.name, field, table);
      return text === undefined ? [] : [`${field.name}: ${text}`];
    });
    return `{${fields.join(', ')}}`;
  }
  if (!(type.name in defaults)) throw new TypeError(`Give the walk a value for ${type.name}.`);
  return JSON.stringify(defaults[type.name]);
}

function literal(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, named)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const typeOf = (name: string) => (isInputObjectType(named) ? named.getFields()[name]?.type : undefined);
  const fields = Object.entries(value).map(
    ([name, item]) => `${name}: ${literal(item, typeOf(name) ?? named)}`,
  );
  return `{${fields.join(', ')}}`;
}
