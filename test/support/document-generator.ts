import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** A query with what its variables are given; some are left out. */
export interface GeneratedRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Values by `Type.field.argument`, `field.argument`, `Input.field` or name of a type; the first that there is. */
export type ValueTable = Readonly<Record<string, readonly unknown[]>>;

/** Names that mean something to JavaScript, next to plain ones. */
const aliases = ['a', 'b', 'c', 'then', '__proto__', 'constructor', 'toJSON', 'length', 'name', 'id'];

/**
 * Queries over a schema, nearly all of them valid, with all that makes execution of one hard: fragments that are named, inline, nested, of
 * interfaces and spread more than once, directives by literals and by variables, aliases, variables with defaults, and
 * variables inside literals that are left out.
 */
export function generateRequest(schema: GraphQLSchema, values: ValueTable): fc.Arbitrary<GeneratedRequest> {
  return fc.infiniteStream(fc.nat()).map((stream) => new Writer(schema, values, stream).write());
}

interface Variable {
  readonly type: string;
  readonly default: string | undefined;
  readonly given: unknown;
}

/** Draws one request. What it draws is decided by the stream alone. */
class Writer {
  readonly #schema: GraphQLSchema;
  readonly #values: ValueTable;
  readonly #numbers: Iterator<number>;
  readonly #variables = new Map<string, Variable>();
  readonly #fragments: { readonly name: string; readonly on: string; readonly body: string }[] = [];
  /** Fields that may still be selected: documents are to stay within the limits. */
  #room = 60;
  #aliasesLeft = 30;
  #directivesLeft = 30;
  /** Each field with its arguments, the same wherever it is selected: two fields of one name are one field. */
  readonly #calls = new Map<string, string>();
  /** What an alias stands for, everywhere. */
  readonly #aliased = new Map<string, string>();

  constructor(schema: GraphQLSchema, values: ValueTable, numbers: Iterator<number>) {
    this.#schema = schema;
    this.#values = values;
    this.#numbers = numbers;
  }

  write(): GeneratedRequest {
    const query = this.#schema.getQueryType();
    if (query == null) throw new TypeError('The schema has no queries.');
    const selection = this.#selection(query, 0);
    const declared = [...this.#variables].map(
      ([name, { type, default: value }]) => `$${name}: ${type}${value === undefined ? '' : ` = ${value}`}`,
    );
    const given = [...this.#variables].filter(([, variable]) => variable.given !== undefined);
    return {
      query: [
        `query Generated${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${selection}`,
        ...this.#fragments.map(({ name, on, body }) => `fragment ${name} on ${on} ${body}`),
      ].join('\n'),
      variables: Object.fromEntries(given.map(([name, variable]) => [name, variable.given])),
    };
  }

  #draw(below: number): number {
    return (this.#numbers.next().value as number) % below;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#draw(items.length)];
    if (item === undefined) throw new TypeError('Nothing to pick from.');
    return item;
  }

  #chance(percent: number): boolean {
    return this.#draw(100) < percent;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const count = 1 + this.#draw(depth === 0 ? 2 : 6);
    const parts: string[] = [];
    for (let index = 0; index < count; index += 1) parts.push(this.#part(type, depth));
    const written = parts.filter((part) => part !== '');
    return `{ ${written.length > 0 ? written.join(' ') : '__typename'} }`;
  }

  #part(type: GraphQLNamedType, depth: number): string {
    const kind = this.#draw(10);
    if (kind < 6 || depth > 5) return this.#field(type, depth);
    if (kind < 8) return this.#inline(type, depth);
    return this.#spread(type, depth);
  }

  /** The type itself, or an interface of it, or an object of an interface. */
  #condition(type: GraphQLNamedType): GraphQLNamedType {
    if (isObjectType(type)) return this.#pick([type, type, ...type.getInterfaces()]);
    return isAbstractType(type) ? this.#pick([type, ...this.#schema.getPossibleTypes(type)]) : type;
  }

  #inline(type: GraphQLNamedType, depth: number): string {
    const on = this.#condition(type);
    const condition = on === type && this.#chance(40) ? '' : ` on ${on.name}`;
    return `...${condition}${this.#directive()} ${this.#selection(on, depth + 1)}`;
  }

  #spread(type: GraphQLNamedType, depth: number): string {
    const known = this.#fragments.filter(({ on }) => on === type.name);
    if (known.length > 0 && this.#chance(50)) return `...${this.#pick(known).name}${this.#directive()}`;
    const on = this.#condition(type);
    const body = this.#selection(on, depth + 1);
    const name = `F${this.#fragments.length}`;
    this.#fragments.push({ name, on: on.name, body });
    return `...${name}${this.#directive()}`;
  }

  #field(type: GraphQLNamedType, depth: number): string {
    if (this.#room <= 0 || !('getFields' in type) || this.#chance(10)) return '__typename';
    const fields = Object.values(type.getFields()) as GraphQLField<unknown, unknown>[];
    const leaf = (field: GraphQLField<unknown, unknown>) => !isCompositeType(getNamedType(field.type));
    const possible = depth > 5 ? fields.filter(leaf) : fields;
    if (possible.length === 0) return '__typename';
    const field = this.#pick(possible);
    const named = getNamedType(field.type);
    const call = this.#call(type, field);
    const alias = this.#alias(`${type.name}.${field.name}`);
    this.#room -= 1;
    const selection = isCompositeType(named) ? ` ${this.#selection(named, depth + 1)}` : '';
    return `${alias === undefined ? '' : `${alias}: `}${call}${this.#directive()}${selection}`;
  }

  #call(type: GraphQLNamedType, field: GraphQLField<unknown, unknown>): string {
    const name = `${type.name}.${field.name}`;
    const known = this.#calls.get(name);
    if (known !== undefined) return known;
    const call = field.name + this.#arguments(name, field);
    this.#calls.set(name, call);
    return call;
  }

  #alias(field: string): string | undefined {
    if (this.#aliasesLeft <= 0 || !this.#chance(30)) return undefined;
    const alias = this.#pick(aliases);
    if ((this.#aliased.get(alias) ?? field) !== field) return undefined;
    this.#aliased.set(alias, field);
    this.#aliasesLeft -= 1;
    return alias;
  }

  #directive(): string {
    if (this.#directivesLeft <= 0 || !this.#chance(25)) return '';
    this.#directivesLeft -= 1;
    const name = this.#pick(['skip', 'include']);
    const condition = this.#chance(50) ? String(this.#chance(50)) : `$${this.#flag()}`;
    return ` @${name}(if: ${condition})`;
  }

  /** A variable that directives read; with a default it may be left out. */
  #flag(): string {
    const name = `flag${this.#draw(3)}`;
    if (!this.#variables.has(name)) {
      const given = this.#chance(50);
      const hasDefault = this.#chance(50);
      this.#variables.set(name, {
        type: hasDefault ? 'Boolean' : 'Boolean!',
        default: hasDefault ? String(this.#chance(50)) : undefined,
        given: hasDefault && this.#chance(40) ? undefined : given,
      });
    }
    return name;
  }

  #arguments(owner: string, field: GraphQLField<unknown, unknown>): string {
    const given = field.args.flatMap((argument) => {
      const text = this.#argument(owner, argument);
      return text === undefined ? [] : [`${argument.name}: ${text}`];
    });
    return given.length > 0 ? `(${given.join(', ')})` : '';
  }

  #argument(owner: string, { name, type }: Pick<GraphQLArgument, 'name' | 'type'>): string | undefined {
    const values = this.#values[`${owner}.${name}`];
    if (!isNonNullType(type) && (values === undefined ? this.#chance(70) : this.#chance(30)))
      return undefined;
    if (this.#chance(40)) return this.#variable(owner, type, values);
    return this.#literal(owner, type, values);
  }

  #variable(owner: string, type: GraphQLInputType, values: readonly unknown[] | undefined): string {
    const variable = `v${this.#variables.size}`;
    const required = isNonNullType(type);
    const value = this.#value(owner, type, values);
    const withDefault = !isInputObjectType(getNamedType(type)) && this.#chance(30);
    const leftOut = (!required || withDefault) && this.#chance(40);
    this.#variables.set(variable, {
      // A default lets a variable that may be null stand where null may not.
      type: withDefault ? String(type).replace(/!$/, '') : String(type),
      default: withDefault ? literalOf(this.#value(owner, type, values), type) : undefined,
      given: leftOut ? undefined : value,
    });
    return `$${variable}`;
  }

  /** A literal; inside of an object it may hold variables, which may be left out. */
  #literal(owner: string, type: GraphQLInputType, values: readonly unknown[] | undefined): string {
    const named = isNonNullType(type) ? type.ofType : type;
    if (values === undefined && isInputObjectType(named)) {
      const all = Object.values(named.getFields());
      if (named.isOneOf) {
        const { name, type: only } = this.#pick(all);
        return `{${name}: ${this.#literal(named.name, only, undefined)}}`;
      }
      const fields = all.flatMap((field) => {
        const text = this.#argument(named.name, field);
        return text === undefined ? [] : [`${field.name}: ${text}`];
      });
      return `{${fields.join(', ')}}`;
    }
    return literalOf(this.#value(owner, type, values), type);
  }

  #value(owner: string, type: GraphQLInputType, values: readonly unknown[] | undefined): unknown {
    if (values !== undefined) return this.#pick(values);
    if (isNonNullType(type)) return this.#value(owner, type.ofType, undefined);
    if (isListType(type)) {
      return Array.from({ length: this.#draw(3) }, () => this.#value(owner, type.ofType, undefined));
    }
    if (isEnumType(type)) return this.#pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields());
      const fields = type.isOneOf
        ? [this.#pick(all)]
        : all.filter((field) => isNonNullType(field.type) || this.#chance(40));
      return Object.fromEntries(
        fields.map((field) => [
          field.name,
          this.#value(type.name, field.type, this.#values[`${type.name}.${field.name}`]),
        ]),
      );
    }
    return this.#pick(this.#values[type.name] ?? ['x']);
  }
}

function literalOf(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named) && typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map((item) => literalOf(item, named)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).map(([name, item]) => {
    const field = isInputObjectType(named) ? named.getFields()[name]?.type : undefined;
    return `${name}: ${literalOf(item, field ?? named)}`;
  });
  return `{${fields.join(', ')}}`;
}
