import { expect, test } from 'vitest';
import { parseDataModel } from '../semantic/model/load-model.ts';
import { readDocument } from './document.ts';
import { ModelError } from './model-error.ts';

/** Milliseconds of this thread that reading the text takes, and what it gives. */
function timed(text: string) {
  const before = process.threadCpuUsage();
  const { data, problems } = readDocument('inlay.yml', text, {});
  const { user, system } = process.threadCpuUsage(before);
  return { data, problems, ms: (user + system) / 1000 };
}

/** The same, of a text that both readers take or refuse. */
async function read(text: string) {
  const refusal = await parseDataModel([{ name: 'model.yml', text }]).then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal !== null) expect(refusal).toBeInstanceOf(ModelError);
  return timed(text);
}

const nestings = ['a: ', '- ', '? ', '[', '{a: ', 'a:\n  b: '];
const depths = [500, 1_000, 2_000, 4_000, 8_000, 50_000];
const cases = nestings.flatMap((unit) => depths.map((depth) => [unit, depth] as const));

test.each(cases)(
  'YAML that repeats %j %i times is read or refused as a problem of its file',
  async (unit, depth) => {
    const text = `title: Orders\ntiles:\n  - mark: ${unit.repeat(depth)}line }\n  width: 1`;
    const { data, problems } = await read(text);
    expect(data === null).toBe(problems.length > 0);
  },
);

const levels = (count: number) => ({
  lists: `a: ${'['.repeat(count)}${']'.repeat(count)}`,
  mappings: Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  items: `${'- '.repeat(count)}a`,
});

test.each(Object.keys(levels(0)) as (keyof ReturnType<typeof levels>)[])(
  'YAML may nest %s 90 deep and not 200 deep',
  async (kind) => {
    expect((await read(levels(90)[kind])).problems).toEqual([]);
    expect((await read(levels(200)[kind])).problems).toMatchObject([
      { message: 'Not valid YAML: It is nested too deeply.' },
    ]);
  },
);

// Indicators, anchors, tags, quotes and mistakes, from the start of the file and within a list.
const repeated = [
  ...['a: 1\n', '- 1\n', '[', ']', '[],', ',', '? ', 'a: [', '"', '"" ', '&a ', '*a ', '- *a\n', '&a [*a], '],
  ...['!\n', '<<: {a: 1}\n', '---\n', '...\n', '%YAML 1.1\n', '# a\n', '- |\n', '\n', ' ', '\t', 'é'],
];

test.each(repeated)('a YAML file that is full of %j takes less than a second', async (unit) => {
  for (const start of ['', '[']) {
    await read(start + unit.repeat(Math.ceil(5_000 / unit.length)));
    const { problems, ms } = timed(start + unit.repeat(Math.ceil(150_000 / unit.length)));
    expect(ms).toBeLessThan(1_000);
    expect(problems.length).toBeLessThanOrEqual(20);
  }
});

test('a YAML file of 200 kB is read, and one of 2 MB is refused', async () => {
  const lines = (bytes: number) => '- { name: revenue, type: sum, sql: total }\n'.repeat(bytes / 43);
  expect((await read(lines(200_000))).problems).toEqual([]);
  expect((await read(lines(2_000_000))).problems).toMatchObject([
    { line: 1, message: 'Not valid YAML: It is too long: split it.' },
  ]);
});

test('a YAML file of more than 1,000 documents is refused at the first too many', async () => {
  expect((await read('---\n'.repeat(20_000))).problems).toMatchObject([
    { line: 1001, message: 'Not valid YAML: It holds too many documents.' },
  ]);
});

test.each([
  [
    'that doubles',
    Array.from({ length: 40 }, (_, i) => `- &a${i} [${i > 0 ? `*a${i - 1}, *a${i - 1}` : 1}]`),
  ],
  ['that lengthens', Array.from({ length: 5_000 }, (_, i) => `- &a${i} [${i > 0 ? `*a${i - 1}` : 1}]`)],
  ['of many values', [`- &a [${'1,'.repeat(2_000)}]`, ...Array.from({ length: 5_000 }, () => '- *a')]],
  [
    'of a mapping that is merged',
    ['- &a', ...Array.from({ length: 2_000 }, (_, i) => `  k${i}: 1`), ...Array(5_000).fill('- <<: *a')],
  ],
])('a chain of aliases %s is refused before it grows', async (_, lines) => {
  const { problems, ms } = await read(lines.join('\n'));
  expect(problems[0]?.message).toBe('Not valid YAML: Its aliases repeat too many values.');
  expect(ms).toBeLessThan(1_000);
});

test.each([
  ['title: Orders\n<<: *a\nfilters:', 2, 'No value above has the anchor &a'],
  ['a: &a 1\n<<: *a', 2, 'Only mappings can be merged'],
  ['a: &a [*a]', 1, 'No value above has the anchor &a'],
  ['a: 1\n<<: [{ b: 1 }, 2]', 2, 'Only mappings can be merged'],
  ['a:\n  { ? [a] : b }', 2, 'A key is text, not a list or a mapping'],
  ['a:\n  {{a: 1}: 2}', 2, 'A key is text, not a list or a mapping'],
  ['a: &a [1]\n*a : 2', 2, 'A key is text, not a list or a mapping'],
  ['a: 1\nb: 2\na: 3', 3, 'Map keys must be unique. Remove one, or merge the two'],
  ['a: 1\n"a": 3', 2, 'Map keys must be unique. Remove one, or merge the two'],
  ['a: 1\n---\nb: 1', 3, 'A file holds one document'],
])('%j is a problem of its file, in the line that it is in', async (text, line, reason) => {
  const warnings: unknown[] = [];
  const listen = (warning: unknown) => warnings.push(warning);
  process.on('warning', listen);
  const { problems } = await read(text);
  await new Promise(setImmediate);
  process.off('warning', listen);
  expect(problems).toContainEqual({
    file: 'inlay.yml',
    line,
    path: '',
    message: expect.stringContaining(`Not valid YAML: ${reason}`),
  });
  expect(warnings).toEqual([]);
});

test('anchors, aliases and merges give the values that they name', () => {
  const text = '%YAML 1.1\n---\na: &a { b: 1, c: [x] }\nd: *a\ne: { <<: *a, b: 2 }\n&k f: *k\n"<<": 1\n';
  const { data, problems } = readDocument('inlay.yml', text, undefined);
  expect(problems).toEqual([]);
  expect(data).toEqual({
    a: { b: 1, c: ['x'] },
    d: { b: 1, c: ['x'] },
    e: { b: 2, c: ['x'] },
    f: 'f',
    '<<': 1,
  });
});
