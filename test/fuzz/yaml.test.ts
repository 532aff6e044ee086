import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDataModel } from '../../src/semantic/model/load-model.ts';
import { loadParser } from '../../src/semantic/sql/parse.ts';
import { checkReferences } from '../../src/services/workspace/check-references.ts';
import { dashboardSchema } from '../../src/services/workspace/dashboard-schema.ts';
import { workspaceSchema } from '../../src/services/workspace/workspace-schema.ts';
import { readDocument } from '../../src/yaml/document.ts';
import { ModelError } from '../../src/yaml/model-error.ts';
import { validateDocument } from '../../src/yaml/validate-document.ts';
import { fuzz } from './fuzz.ts';

const shop = join(import.meta.dirname, '../../examples/shop');

/** Each item of a file by itself, below the file's first line: short inputs are many, and grow by being mutated. */
function piecesOf(text: string): string[] {
  const [first = ''] = text.split('\n', 1);
  return text
    .split(/\n(?= {2,4}- )/)
    .map((piece) => (piece.startsWith(first) ? piece : `${first}\n${piece}`));
}

fuzz('A YAML file', async () => {
  await loadParser();
  const files = ['inlay.yml', 'model/cubes/orders.yml', 'model/cubes/customers.yml', 'dashboards/orders.yml'];
  return {
    name: 'yaml',
    seeds: (await Promise.all(files.map((file) => readFile(join(shop, file), 'utf8')))).flatMap(piecesOf),
    words: [
      '- ',
      ': ',
      '&a ',
      '*a',
      '<<: *a',
      '!!js/function',
      '? ',
      '|\n',
      '>-\n',
      '---\n',
      '  ',
      '{',
      '[',
      '${HOME}',
      '{CUBE}.id',
      '{userAttributes.x}',
      'sql: ',
      'extends: ',
    ],
    brackets: [
      ['[', ']'],
      ['{a: ', '}'],
      ['"{', '}"'],
    ], // prettier-ignore
    maxLength: 100_000,
    // Files of the operator, read at start.
    maxMs: 1_000,
    // One of the three kinds of files that people write.
    async parse(text) {
      const schema = [workspaceSchema, dashboardSchema][text.length % 3];
      if (schema === undefined) return void (await parseDataModel([{ name: 'file.yml', text }]));
      const document = readDocument('file.yml', text, { HOME: '/home' });
      validateDocument(schema, document);
      checkReferences(document.data);
    },
    isRefusal: (error) => error instanceof ModelError,
  };
});
