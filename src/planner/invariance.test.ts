import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CubeMetadata, MemberMetadata } from '../contract/tools.ts';
import { readThread } from './dialogue/thread-reader.ts';
import { writeSql } from './query/write-sql.ts';

/** What the things of the model are called; the words of a question are replaced alike. */
interface Nouns {
  readonly row: string;
  readonly place: string;
  readonly amount: string;
  readonly wait: string;
  readonly values: readonly [string, string];
}

const english: Nouns = {
  row: 'loan',
  place: 'branch',
  amount: 'fee',
  wait: 'delay',
  values: ['Harbour', 'Old Town'],
};
const nonsense: Nouns = {
  row: 'plimpet',
  place: 'sworgan',
  amount: 'droffle',
  wait: 'quenber',
  values: ['Zelmont', 'Krav Tuli'],
};

function modelOf({ row, place, amount, wait, values }: Nouns): readonly CubeMetadata[] {
  const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return [
    {
      name: 'things',
      type: 'view',
      title: `${title(row)}s`,
      dimensions: [
        {
          name: 'things.place',
          title: title(place),
          type: 'string',
          values: [...values],
          valuesComplete: true,
        },
        { name: 'things.wait', title: title(wait), type: 'number', description: 'Days until it was settled' },
        { name: 'things.at', title: 'Date', type: 'time', range: ['2023-01-01', '2024-12-31'] },
        { name: 'things.urgent', title: 'Urgent', type: 'boolean' },
      ],
      measures: [
        { name: 'things.count', title: `Number of ${row}s`, type: 'count' },
        { name: 'things.amount', title: `Total ${amount}s`, type: 'sum', description: 'What was charged' },
        { name: 'things.avg_wait', title: `Average ${wait}`, type: 'avg' },
      ],
      segments: [],
    },
  ];
}

const questions: readonly ((nouns: Nouns) => string)[] = [
  ({ row }) => `how many ${row}s are there`,
  ({ row, place }) => `${row}s by ${place}`,
  ({ amount, place }) => `total ${amount}s per ${place} in 2024`,
  ({ wait, values }) => `average ${wait} in ${values[0]}`,
  ({ amount, values }) => `monthly ${amount}s for ${values[0]} and ${values[1]}`,
  ({ row, values }) => `how many ${row}s are not from ${values[1]}`,
  ({ place, amount }) => `top 3 ${place} by ${amount}s`,
  ({ row, wait }) => `how many ${row}s have a ${wait} of more than 5`,
  ({ row }) => `share of urgent ${row}s`,
];

function sqlOf(question: string, cubes: readonly CubeMetadata[]): string {
  const understood = readThread([], cubes, '2025-01-20').understand(question);
  return understood.kind === 'plan' ? writeSql(understood.plan) : 'none';
}

/** The query in words that are the same whatever things are called. */
function neutral(sql: string, { values }: Nouns): string {
  return values.reduce((text, value, at) => text.replaceAll(value, `value ${at}`), sql);
}

describe('what a question means does not depend on', () => {
  const own = modelOf(english);
  const expected = questions.map((question) => sqlOf(question(english), own));

  it('every question is answered, so that there is something to compare', () => {
    expect(expected.filter((sql) => sql === 'none')).toEqual([]);
    expect(new Set(expected).size).toBe(questions.length);
  });

  it.each(questions.map((question, at) => [question(nonsense), at] as const))(
    'the nouns of the model, which may be nonsense: %s',
    (question, at) => {
      expect(neutral(sqlOf(question, modelOf(nonsense)), nonsense)).toBe(
        neutral(expected[at] ?? '', english),
      );
    },
  );

  it('the order of the members of a relation', () => {
    const [cube] = own;
    if (cube === undefined) throw new Error('the model has a relation');
    const shuffled = <T>(all: readonly T[]) =>
      fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });
    fc.assert(
      fc.property(shuffled(cube.dimensions), shuffled(cube.measures), (dimensions, measures) => {
        const reordered = [{ ...cube, dimensions, measures }];
        expect(questions.map((question) => sqlOf(question(english), reordered))).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it('relations about something else', () => {
    const others: readonly CubeMetadata[] = ['whales', 'rockets'].map((name) => ({
      name,
      type: 'view',
      title: name,
      dimensions: [{ name: `${name}.species`, title: 'Species', type: 'string', values: ['Blue', 'Grey'] }],
      measures: [{ name: `${name}.count`, title: `Number of ${name}`, type: 'count' }],
      segments: [],
    }));
    expect(questions.map((question) => sqlOf(question(english), [...own, ...others]))).toEqual(expected);
  });

  it('whether prose about a member is its description or guidance for agents', () => {
    const moved = <M extends MemberMetadata>({ description, ...member }: M) => ({
      ...member,
      ...(description === undefined ? {} : { aiContext: description }),
    });
    const cubes = own.map((cube) => ({
      ...cube,
      dimensions: cube.dimensions.map(moved),
      measures: cube.measures.map(moved),
    }));
    expect(questions.map((question) => sqlOf(question(english), cubes))).toEqual(expected);
  });
});
