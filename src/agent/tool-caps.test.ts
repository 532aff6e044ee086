import { describe, expect, it } from 'vitest';
import type { CubeMetadata } from '../contract/tools.ts';
import { capMetadata, capRows } from './tool-caps.ts';

function relation(name: string, members: number, values: readonly string[] = []): CubeMetadata {
  return {
    name,
    type: 'view',
    title: name,
    dimensions: [
      { name: `${name}.kind`, title: 'Kind', type: 'string', values, valuesComplete: true },
      { name: `${name}.sold_at`, title: 'Sold At', type: 'time', range: ['2024-01-01', '2024-12-31'] },
    ],
    measures: Array.from({ length: members }, (_, at) => ({
      name: `${name}.measure_${at}`,
      title: `Figure ${at}`,
      type: 'sum',
    })),
    segments: [],
  };
}

interface Shown {
  readonly cubes: readonly {
    readonly name: string;
    readonly measures?: readonly { readonly name: string }[];
    readonly dimensions?: readonly {
      readonly values?: readonly string[];
      readonly valuesComplete?: boolean;
    }[];
    readonly otherMembers?: readonly string[];
  }[];
  readonly note?: string;
}

function shown(cubes: readonly CubeMetadata[], maxBytes: number, searchQuery = 'q', question = ''): Shown {
  const text = capMetadata({ cubes, searchQuery }, question, { maxRows: 1, maxBytes });
  expect(text.length).toBeLessThanOrEqual(maxBytes + 500);
  return JSON.parse(text) as Shown;
}

describe('capMetadata', () => {
  it('capMetadata shows everything that fits, by names that SQL uses, without a note', () => {
    expect(shown([relation('a', 1, ['x'])], 10_000)).toEqual({
      cubes: [
        {
          name: 'a',
          type: 'view',
          measures: [{ name: 'measure_0', title: 'Figure 0', type: 'sum' }],
          dimensions: [
            { name: 'kind', type: 'string', values: ['x'], valuesComplete: true },
            { name: 'sold_at', type: 'time', range: ['2024-01-01', '2024-12-31'] },
          ],
        },
      ],
      searchQuery: 'q',
    });
  });

  it('capMetadata cuts a wide relation to its best members, names others, and says how to see them', () => {
    const { cubes, note } = shown([relation('wide', 1_000)], 6_000);
    expect(cubes[0]?.measures?.map(({ name }) => name)).toEqual(
      Array.from({ length: 15 }, (_, at) => `measure_${at}`),
    );
    expect(cubes[0]?.dimensions).toHaveLength(2);
    expect(cubes[0]?.otherMembers?.[0]).toBe('measure_15');
    expect(cubes[0]?.otherMembers?.at(-1)).toMatch(/^… and \d+ more$/);
    expect(note).toContain('search for their names');
  });

  it('capMetadata cuts values, those first that the question does not name, and no longer calls them complete', () => {
    const values = [...Array.from({ length: 199 }, (_, at) => `value ${at}`), 'Little Fox'];
    const { cubes } = shown([relation('a', 1, values)], 1_500, 'kind', 'How did litle fox do?');
    expect(cubes[0]?.dimensions?.[0]?.values?.[0]).toBe('Little Fox');
    expect(cubes[0]?.dimensions?.[0]?.values?.length).toBeLessThan(40);
    expect(cubes[0]?.dimensions?.[0]?.valuesComplete).toBe(false);
  });

  it('capMetadata shows the best relation in more detail than the others, and names every one', () => {
    const cubes = Array.from({ length: 8 }, (_, at) => relation(`r${at}`, 30));
    const result = shown(cubes, 4_000);
    expect(result.cubes.map(({ name }) => name)).toEqual(cubes.map(({ name }) => name));
    const sizes = result.cubes.map(({ measures = [] }) => measures.length);
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
    expect(Math.min(...sizes)).toBeLessThan(sizes[1] ?? 0);
    expect(result.note).toContain('named only');
  });

  it('capMetadata says how many relations it leaves out where not even their names fit', () => {
    const result = shown(
      Array.from({ length: 300 }, (_, at) => relation(`relation_${at}`, 1)),
      3_000,
      '',
    );
    expect(result.cubes.length).toBeGreaterThan(10);
    expect(result.note).toContain(`${300 - result.cubes.length} more relations left out`);
  });

  it('capMetadata says that nothing matches', () => {
    const { cubes, note } = shown([], 1_000, 'zzzz');
    expect(cubes).toEqual([]);
    expect(note).toContain('Nothing in the data model matches "zzzz"');
  });

  it('capMetadata says that there may be more than the best matches', () => {
    const cubes = Array.from({ length: 8 }, (_, at) => relation(`r${at}`, 1));
    expect(shown(cubes, 10_000).note).toContain('the 8 best matches');
    expect(shown(cubes, 10_000, '').note).toBeUndefined();
  });
});

describe('capRows', () => {
  const result = {
    sqlQuery: 'SELECT',
    data: Array.from({ length: 100 }, (_, index) => [index, 'x'.repeat(50)]),
    totalRows: 900,
  };

  it('capRows keeps whole rows within the cap, and says how many there are', () => {
    const text = capRows(result, { maxRows: 80, maxBytes: 1_000 });
    expect(text.length).toBeLessThanOrEqual(1_000);
    const shown = JSON.parse(text) as { data: unknown[]; note: string };
    expect(shown.note).toBe(`The first ${shown.data.length} of 900 rows.`);
    expect(shown.data[0]).toEqual(result.data[0]);
  });

  it('capRows says that a chart was drawn instead of showing its specification', () => {
    const text = capRows(
      { data: [[1]], totalRows: 1, vegaSpec: '{"mark":"bar"}' },
      { maxRows: 5, maxBytes: 1_000 },
    );
    expect(JSON.parse(text)).toEqual({ data: [[1]], totalRows: 1, chart: 'drawn' });
  });

  it.each([
    ['replaced', '{"mark":"bar"}', 'A different chart was drawn instead. No such column.'],
    ['not drawn', undefined, 'No such column.'],
  ])('capRows says why a chart of the model was %s', (_, vegaSpec, chart) => {
    const given = { data: [[1]], totalRows: 1, ...(vegaSpec === undefined ? {} : { vegaSpec }) };
    const text = capRows(given, { maxRows: 5, maxBytes: 1_000 }, { instead: 'No such column.' });
    expect(JSON.parse(text)).toMatchObject({ chart });
  });
});
