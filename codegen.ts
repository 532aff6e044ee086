import { readFile, writeFile } from 'node:fs/promises';
import { generate } from '@graphql-codegen/cli';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './src/schema/index.ts';

/**
 * Writes schema.graphql, sorted, and the typed documents of the REST door's operations and of the example front
 * end's. With `--check` it writes nothing, and fails when one of them differs from what is committed.
 */
const check = process.argv.includes('--check');
const sdl = `${printSchema(lexicographicSortSchema(schema))}\n`;

/** How the client preset writes typed documents. */
const preset = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
} as const;
const config = {
  useTypeImports: true,
  enumsAsTypes: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  scalars: {
    DateTime: 'string',
    JSON: 'unknown',
    JSONObject: 'Record<string, unknown>',
    UserAttributeValue: 'string | number | readonly string[] | readonly number[]',
  },
} as const;

const documents: { readonly filename: string; readonly content: string }[] = await generate(
  {
    schema: sdl,
    silent: true,
    generates: {
      'src/rest/generated/': {
        ...preset,
        documents: 'src/rest/operations/*.graphql',
        config: { ...config, documentMode: 'documentNode' },
      },
      // What a front end would have: documents as text, so that it needs no GraphQL library.
      'examples/clients/generated/': {
        ...preset,
        documents: 'examples/clients/operations/*.graphql',
        config: { ...config, documentMode: 'string' },
      },
    },
  },
  false,
);

// The preset also writes a lookup by source text, which nothing here uses.
const typed = documents.filter((file) => file.filename.endsWith('/graphql.ts'));
const files = [{ filename: 'schema.graphql', content: sdl }, ...typed];
const stale: string[] = [];
for (const { filename, content } of files) {
  const current = await readFile(filename, 'utf8').catch(() => null);
  if (current === content) continue;
  stale.push(filename);
  if (!check) await writeFile(filename, content);
}
if (check && stale.length > 0) {
  process.stderr.write(
    `Out of date: ${stale.join(', ')}. Run "npm run codegen" and commit what it writes.\n`,
  );
  process.exitCode = 1;
}
