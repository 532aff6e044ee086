import type { InputFieldMap } from '@pothos/core';
import { z } from 'zod';
import { enumName } from '../contract/enum-names.ts';
import { graphqlTypes } from '../contract/fields.ts';
import { builder } from './builder.ts';

type Schemas = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Schemas, 'Arg' | 'InputObject'>;
type InputRef<Value> = PothosSchemaTypes.InputObjectRef<Schemas, Value>;

const inputs = new Map<z.ZodObject, InputRef<unknown>>();

/**
 * The input type of a schema in `contract/`. GraphQL checks types and nullability only: the other rules are checked by the
 * service that parses the input with the same schema.
 */
function inputOf<Schema extends z.ZodObject>(schema: Schema): InputRef<z.input<Schema>> {
  const known = inputs.get(schema);
  if (known !== undefined) return known as InputRef<z.input<Schema>>;
  const { name, isOneOf = false } = graphqlTypes.get(schema) ?? {};
  if (name === undefined) throw new TypeError('A schema of an input has no name.');
  const ref = builder.inputRef<object, false>(name);
  inputs.set(schema, ref);
  ref.implement({
    description: schema.description ?? '',
    isOneOf,
    fields: (t) => fieldsOf(t, schema) as never,
  });
  return ref as unknown as InputRef<z.input<Schema>>;
}

type EnumRef<Value> = PothosSchemaTypes.EnumRef<Schemas, Value>;

const enums = new Map<string, EnumRef<string>>();

/** The enum type of a schema in `contract/`. */
export function enumOf<Value extends string>(schema: z.ZodType<Value>): EnumRef<Value> {
  const { name, enum: meaning } = graphqlTypes.get(schema) ?? {};
  if (name === undefined || meaning === undefined) throw new TypeError('A schema of an enum has no name.');
  const known = enums.get(name) ?? enumType(name, meaning.description, meaning.values);
  enums.set(name, known);
  return known as EnumRef<Value>;
}

/** An enum type. Resolvers use the words, and clients their names in capitals. @param words with a description each */
export function enumType<Word extends string>(
  name: string,
  description: string,
  words: Readonly<Record<Word, string>>,
): EnumRef<Word> {
  const values = Object.entries<string>(words).map(([value, meaning]) => [
    enumName(value),
    { value, description: meaning },
  ]);
  return builder.enumType(name, { description, values: Object.fromEntries(values) }) as EnumRef<Word>;
}

/** The one argument of a mutation or subscription, `input`. */
export function inputArg<Schema extends z.ZodObject>(schema: Schema) {
  return builder.args((t) => ({
    input: t.field({
      type: inputOf(schema),
      required: true,
      description: schema.description ?? '',
    }),
  }));
}

/** A schema's fields as arguments. */
export function argsOf<Schema extends z.ZodObject>(schema: Schema) {
  type Value = z.input<Schema>;
  return builder.args((t) => fieldsOf(t, schema)) as {
    [Name in keyof Value]-?: PothosSchemaTypes.InputFieldRef<Schemas, Value[Name]>;
  };
}

function fieldsOf(t: InputBuilder, schema: z.ZodObject): InputFieldMap {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(t, field as z.ZodType)]);
  return Object.fromEntries(fields);
}

function fieldOf(t: InputBuilder, field: z.ZodType) {
  let value = field;
  let required = true;
  let byDefault: { defaultValue?: never } = {};
  while (true) {
    if (value instanceof z.ZodPipe) value = value.in as z.ZodType;
    else if (value instanceof z.ZodDefault) {
      byDefault = { defaultValue: value.def.defaultValue as never };
      value = value.unwrap() as z.ZodType;
    } else if (value instanceof z.ZodOptional || value instanceof z.ZodNullable) {
      required = false;
      value = value.unwrap() as z.ZodType;
    } else break;
  }
  const description = field.description ?? value.description ?? '';
  return t.field({ type: typeOf(value) as 'String', required, description, ...byDefault });
}

function typeOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) return inputOf(schema);
  if (schema instanceof z.ZodArray) return [typeOf(schema.element as z.ZodType)];
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'Int' : 'Float';
  if (schema instanceof z.ZodISODate) return 'Date';
  if (schema instanceof z.ZodEnum) return enumOf(schema as z.ZodType<string>);
  const type = graphqlTypes.get(schema)?.name ?? scalars[schema.type];
  if (type === undefined) throw new TypeError(`GraphQL has no type for ${schema.type}.`);
  return type;
}

const scalars: Partial<Record<z.ZodType['type'], string>> = {
  string: 'String',
  boolean: 'Boolean',
  date: 'DateTime',
};
