import { z } from 'zod';

/** Caps on what a request may carry. */
export const caps = {
  nameChars: 255,
  emailChars: 320,
  textChars: 2_000,
  valueChars: 10_000,
  listItems: 1_000,
  securityContextBytes: 65_536,
  securityContextDepth: 32,
  inputChars: 20_000,
} as const;

/** The GraphQL type of a schema: the input type of an object, or the enum or scalar type of a value that needs one. */
export const graphqlTypes = z.registry<{
  readonly name: string;
  readonly enum?: EnumMeaning;
  readonly isOneOf?: boolean;
}>();

interface EnumMeaning {
  readonly description: string;
  readonly values: Readonly<Record<string, string>>;
}

/** One of several values, by the name of its GraphQL type. `values` describes each, in the OpenAPI document too. */
export function enumValue<const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
) {
  const names = Object.keys(values) as (keyof Values & string)[];
  return z
    .enum(names)
    .describe(names.map((value) => `\`${value}\`: ${values[value]}`).join(' '))
    .register(graphqlTypes, { name, enum: { description, values } });
}

/** An input of an operation, by the name of its GraphQL type. */
export function input<Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape) {
  return z.object(shape).describe(description).register(graphqlTypes, { name });
}

/** Exactly one of several inputs that exclude each other: GraphQL's `@oneOf`, which GraphQL checks. */
export function oneOf<Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape) {
  return z.object(shape).partial().describe(description).register(graphqlTypes, { name, isOneOf: true });
}

export const recordIdDescription = 'Accepts the `id` of the object or its `databaseId`.';

/** Identifies a record. `schema/record-id.ts` reads it. */
export const recordId = z.string().describe(recordIdDescription).register(graphqlTypes, { name: 'ID' });

/** An input that only names a record. */
export function recordInput(name: string, description: string) {
  return input(name, description, { id: recordId });
}

/** How many entries to return. Null means the default, just as omitting it does. */
export function firstOf(max: number, byDefault: number) {
  const message = `must be from 1 to ${max}`;
  return z
    .int32()
    .min(1, message)
    .max(max, message)
    .nullable()
    .default(byDefault)
    .transform((first) => first ?? byDefault);
}

/** One line of text, such as a name: no control characters and no lone surrogates. */
export function lineOfText(maxChars: number = caps.nameChars) {
  return z
    .string()
    .min(1, 'must not be empty')
    .max(maxChars, `must have at most ${maxChars} characters`)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'must not contain control characters');
}

/** A name or title that is given to something: a line of text, trimmed, so that none is blank. */
export function newName() {
  return z.string().trim().pipe(lineOfText());
}

/** Text of several lines: anything that PostgreSQL can store. */
export function textBlock(maxChars: number) {
  return z
    .string()
    .max(maxChars, `must have at most ${maxChars} characters`)
    .refine(isStorable, unstorableMessage);
}

export const unstorableMessage = 'must not contain NUL characters or lone surrogates';

/** Whether PostgreSQL can store the text unchanged: well-formed and without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
