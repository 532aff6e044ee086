import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { generate } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import {
  getNamedType,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';
import { withConfigurationReference } from './scripts/configuration-reference.ts';
import { referenceFiles } from './scripts/reference/reference.ts';
import { schema } from './src/schema/index.ts';
import { semanticNonNull } from './src/schema/partial-answers.ts';

/**
 * Writes schema.graphql, sorted; the typed documents of the doors beside GraphQL, of the example clients and of the browser pages;
 * those of pages and packages by their ids; what the pages' cache needs to know of the schema; README's configuration reference;
 * and the JSON Schemas and reference documents of the files that people write.
 * With `--check` it writes nothing, and fails when one of them differs from what is committed.
 */
const check = process.argv.includes('--check');
const sdl = writeSchema('nullable');

/** Folders of `src` whose doors run operations of this service. */
const doors = ['rest', 'mcp'];

/** Folders of `web/src`. */
const pageParts = ['dashboard', 'admin'];

/** How the client preset writes typed documents. */
const preset = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
} as const;
/** The same, and a file of the documents by their hashes, which clients send instead of the text. */
const persistedPreset = {
  preset: 'client',
  presetConfig: { ...preset.presetConfig, persistedDocuments: { hashAlgorithm: 'sha256' } },
} as const;
const config = {
  useTypeImports: true,
  enumsAsTypes: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  scalars: {
    Date: 'string',
    DateTime: 'string',
    JSON: 'unknown',
    JSONObject: 'Record<string, unknown>',
    SafeInt: 'number',
    UserAttributeValue: 'string | number | readonly string[] | readonly number[]',
  },
} as const;

const documents: { readonly filename: string; readonly content: string }[] = await generate(
  {
    // Doors and pages throw errors, so that they never read a null that stands for one.
    schema: writeSchema('strict'),
    silent: true,
    ignoreNoDocuments: true,
    generates: {
      ...Object.fromEntries(
        doors.map((door) => [
          `src/${door}/generated/`,
          {
            ...preset,
            documents: `src/${door}/operations/*.graphql`,
            config: { ...config, documentMode: 'documentNode' },
          },
        ]),
      ),
      // What a front end would have: documents as text, so that it needs no GraphQL library.
      'examples/clients/generated/': {
        ...persistedPreset,
        documents: 'examples/clients/operations/*.graphql',
        config: { ...config, documentMode: 'string' },
      },
      'packages/client/src/generated/': {
        ...preset,
        documents: 'packages/client/src/operations/*.graphql',
        config: { ...config, documentMode: 'string' },
      },
      // One file for each page, so that none loads the documents of another.
      ...Object.fromEntries(
        pageParts.map((part) => [
          `web/src/${part}/generated/`,
          {
            ...persistedPreset,
            documents: `web/src/${part}/**/*.graphql`,
            // As their cache reads them.
            documentTransforms: [addTypenameSelectionDocumentTransform],
            // The mode that writes the ids into the documents.
            config: { ...config, documentMode: 'documentNodeImportFragments' },
          },
        ]),
      ),
    },
  },
  false,
);

// The preset also writes a lookup by source text, which nothing here uses.
const typed = documents.filter(({ filename }) => /\/(graphql\.ts|clients\/.*\.json)$/.test(filename));
const cacheShape = { filename: 'web/src/shared/generated/cache-shape.ts', content: writeCacheShape() };
const ofOwn = { filename: 'src/graphql/generated/own-documents.json', content: joinOwnDocuments() };
const introspection = {
  filename: 'examples/recipes/generated/introspection.ts',
  content: outputIntrospectionFile(minifyIntrospection(introspectionFromSchema(schema)), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  }).replace(/\nimport \* as gqlTada[\s\S]*$/, ''),
};
const readme = {
  filename: 'README.md',
  content: withConfigurationReference(await readFile('README.md', 'utf8')),
};
const written = typed.map(({ filename, content }) => ({
  filename,
  content: filename.startsWith('packages/') ? withPlainDocuments(content) : content,
}));
const files = [
  { filename: 'schema.graphql', content: sdl },
  ...written,
  introspection,
  cacheShape,
  ofOwn,
  readme,
  ...referenceFiles(),
];
const stale: string[] = [];
for (const { filename, content } of files) {
  const current = await readFile(filename, 'utf8').catch(() => null);
  if (current === content) continue;
  stale.push(filename);
  if (check) continue;
  await mkdir(dirname(filename), { recursive: true });
  await writeFile(filename, content);
}
if (check && stale.length > 0) {
  process.stderr.write(
    `Out of date: ${stale.join(', ')}. Run "npm run codegen" and commit what it writes.\n`,
  );
  process.exitCode = 1;
}

/**
 * The schema, sorted. Fields that are null only with an error have a directive, or are non-null for clients that throw errors.
 */
function writeSchema(form: 'nullable' | 'strict'): string {
  const isSemantic = (type: string, field: string) => {
    const parent = schema.getType(type);
    return isObjectType(parent) && parent.getFields()[field]?.extensions[semanticNonNull] === true;
  };
  const directive = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: semanticNonNull } } as const;
  const strict = (type: TypeNode) =>
    type.kind === Kind.NON_NULL_TYPE ? type : ({ kind: Kind.NON_NULL_TYPE, type } as const);
  const document = visit(parse(printSchema(lexicographicSortSchema(schema))), {
    ObjectTypeDefinition: (type) => ({
      ...type,
      fields: type.fields?.map((field) => {
        if (!isSemantic(type.name.value, field.name.value)) return field;
        return form === 'strict'
          ? { ...field, type: strict(field.type) }
          : { ...field, directives: [directive] };
      }),
    }),
  });
  return `${print(document)}\n`;
}

/** Documents as plain strings, on one line, with a type of their own: a package without dependencies has no other. */
function withPlainDocuments(content: string): string {
  return content
    .replace(
      /^import type \{ DocumentTypeDecoration \}.*$/m,
      [
        '/** An operation as text, with the types of its result and its variables. */',
        'export type Document<Data, Variables> = string & { readonly types?: (variables: Variables) => Data };',
      ].join('\n'),
    )
    .replace(/export class TypedDocumentString[\s\S]*?\n}\n/, '')
    .replace(
      /new TypedDocumentString\(`([^`]*)`[^`]*?\) as unknown as TypedDocumentString</g,
      (_, text: string) => `${JSON.stringify(text.trim().replace(/\s+/g, ' '))} as Document<`,
    );
}

/** The documents of the browser pages and of the client package by their ids, for the service. */
function joinOwnDocuments(): string {
  const files = documents.filter(({ filename }) => /^web\/.*\.json$/.test(filename));
  const ofPackages = documents
    .filter(({ filename }) => /^packages\/.*\/graphql\.ts$/.test(filename))
    .flatMap(({ content }) => [...withPlainDocuments(content).matchAll(/= (".*") as Document</g)])
    .map(([, text = '']): [string, string] => {
      const document = JSON.parse(text) as string;
      return [`sha256:${createHash('sha256').update(document).digest('hex')}`, document];
    });
  const entries = [...files.flatMap(({ content }) => Object.entries(JSON.parse(content))), ...ofPackages];
  return `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`;
}

/** What a normalised cache has to know of the schema: objects without id, connections, and the types of abstract ones. */
function writeCacheShape(): string {
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .sort((one, other) => one.name.localeCompare(other.name));
  const unkeyed: string[] = [];
  const connections: Record<string, string[]> = {};
  for (const type of types) {
    const isNode = type.getInterfaces().some(({ name }) => name === 'Node');
    const isRoot = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(
      type,
    );
    if (!isNode && !isRoot) unkeyed.push(type.name);
    const fields = Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .map((field) => field.name);
    if (fields.length > 0) connections[type.name] = fields.sort();
  }
  const abstract = Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)] as const);
  return [
    '/** Types whose objects have no id of their own: each belongs to the object that it was read from. */',
    `export const unkeyedTypes: readonly string[] = ${JSON.stringify(unkeyed, null, 2)};`,
    '',
    '/** Fields that are Relay connections, by type. */',
    `export const connectionFields: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(connections, null, 2)};`,
    '',
    '/** The object types of each interface and union. */',
    `export const possibleTypes: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(abstract.sort()), null, 2)};`,
    '',
  ].join('\n');
}
