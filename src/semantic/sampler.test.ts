import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDuckDbEngine } from '../engines/duckdb/engine.ts';
import { createSemanticLayer } from './create-semantic-layer.ts';
import { parseDataModel } from './model/load-model.ts';

const text = `
cubes:
  - name: notes
    sql_table: notes
    dimensions:
      - { name: id, type: number, sql: "{CUBE}.id", primary_key: true }
      - { name: kind, type: string, sql: "{CUBE}.kind" }
      - { name: body, type: string, sql: "{CUBE}.body" }
`;

test('values are listed of categories, not of long texts, however few there are, and said to repeat where they do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-sampler-'));
  await writeFile(
    join(folder, 'notes.csv'),
    `id,kind,body\n1,call,${'long '.repeat(30)}\n2,visit,short\n3,call,other\n4,visit,further\n`,
  );
  const { model } = await parseDataModel([{ name: 'model.yml', text }]);
  {
    await using engine = await createDuckDbEngine({ folder, tables: { notes: 'notes.csv' } });
    await using layer = await createSemanticLayer({ model, engine });
    const [notes] = await layer.metadata({ userAttributes: {}, groups: [], securityContext: {} });
    const [, kind, body] = notes?.dimensions ?? [];
    expect(kind).toMatchObject({ values: ['call', 'visit'], valuesComplete: true, repeats: true });
    expect(body).not.toHaveProperty('values');
    expect(body).not.toHaveProperty('valuesComplete');
    expect(body).not.toHaveProperty('repeats');
    expect(body).not.toHaveProperty('shared');
  }
  await rm(folder, { recursive: true });
});

test('a few people of one name do not make names those of several rows, even where the list begins with them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-sampler-'));
  const rows = Array.from(
    { length: 1_500 },
    (_, id) => `${id},${id % 2 ? 'call' : 'visit'},person ${id % 1_200}`,
  );
  await writeFile(join(folder, 'notes.csv'), `id,kind,body\n${rows.join('\n')}\n`);
  const { model } = await parseDataModel([{ name: 'model.yml', text }]);
  {
    await using engine = await createDuckDbEngine({ folder, tables: { notes: 'notes.csv' } });
    await using layer = await createSemanticLayer({ model, engine });
    const [notes] = await layer.metadata({ userAttributes: {}, groups: [], securityContext: {} });
    const [, kind, body] = notes?.dimensions ?? [];
    expect(kind).toHaveProperty('repeats', true);
    expect(body).not.toHaveProperty('repeats');
    expect(body).toHaveProperty('shared', true);
  }
  await rm(folder, { recursive: true });
});

test('values of very many rows repeat, even where most others are of one row each', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-sampler-'));
  const rows = Array.from(
    { length: 1_500 },
    (_, id) => `${id},call,${id < 1_400 ? `role ${id % 10}` : `rare role ${id}`}`,
  );
  await writeFile(join(folder, 'notes.csv'), `id,kind,body\n${rows.join('\n')}\n`);
  const { model } = await parseDataModel([{ name: 'model.yml', text }]);
  {
    await using engine = await createDuckDbEngine({ folder, tables: { notes: 'notes.csv' } });
    await using layer = await createSemanticLayer({ model, engine });
    const [notes] = await layer.metadata({ userAttributes: {}, groups: [], securityContext: {} });
    expect(notes?.dimensions[2]).toHaveProperty('repeats', true);
  }
  await rm(folder, { recursive: true });
});

test('times are said to be of a day where a value says one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-sampler-'));
  await writeFile(
    join(folder, 'notes.csv'),
    'id,day,whole,made\n1,2024-01-01,2024-01-01 00:00:00,2024-01-01 08:30:00\n2,2024-02-01,2024-02-01 00:00:00,2024-02-01 00:00:00\n',
  );
  const times = ['day', 'whole', 'made'].map(
    (name) => `      - { name: ${name}, type: time, sql: ${name} }\n`,
  );
  const { model } = await parseDataModel([
    {
      name: 'model.yml',
      text: `cubes:\n  - name: notes\n    sql_table: notes\n    dimensions:\n${times.join('')}`,
    },
  ]);
  {
    await using engine = await createDuckDbEngine({ folder, tables: { notes: 'notes.csv' } });
    await using layer = await createSemanticLayer({ model, engine });
    const [notes] = await layer.metadata({ userAttributes: {}, groups: [], securityContext: {} });
    const range = ['2024-01-01', '2024-02-01'];
    expect(notes?.dimensions.map((it) => [it.range, it.timesOfDay])).toEqual([
      [range, undefined],
      [range, undefined],
      [range, true],
    ]);
  }
  await rm(folder, { recursive: true });
});
