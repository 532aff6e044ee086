import { z } from 'zod';

/** What of JSON Schema is used here. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly deprecated?: boolean;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** The JSON Schema of a file as people write it. @throws if one of its properties says nothing about itself */
export function writtenSchema(title: string, schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  const silent = undescribed(json, '');
  if (silent.length > 0) {
    throw new Error(
      `These properties need a .describe(), for the reference and editors: ${silent.join(', ')}`,
    );
  }
  return { ...withNames(json), title };
}

/** Lets `${NAME}` stand for any text, whatever that has to look like. */
function withNames(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    key === 'pattern' && typeof value === 'string' ? `${value}|\\$\\{` : value,
  );
  return JSON.parse(text) as JsonSchema;
}

function undescribed(schema: JsonSchema, path: string): readonly string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(property.description === undefined ? [`${path}.${name}`] : []),
      ...undescribed(property, `${path}.${name}`),
    ]),
    ...(items === undefined ? [] : undescribed(items, path)),
    ...[...anyOf, ...oneOf].flatMap((each) => undescribed(each, path)),
    ...(typeof schema.additionalProperties === 'object'
      ? undescribed(schema.additionalProperties, path)
      : []),
  ];
}
