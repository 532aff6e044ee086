import { describe, expect, it } from 'vitest';
import type { CubeMetadata } from '../contract/tools.ts';
import { capMetadata, capRows } from './tool-caps.ts';

function relation(name: string, valueCount: number): CubeMetadata {
  const values = Array.from({ length: valueCount }, (_, index) => `value ${index}`);
  return {
    name,
    type: 'view',
    title: name,
    dimensions: [{ name: `${name}.kind`, title: 'Kind', type: 'string', values, valuesComplete: true }],
    measures: [{ name: `${name}.count`, title: 'Count', type: 'count' }],
    segments: [],
  };
}

function kept(text: string): CubeMetadata[] {
  return (JSON.parse(text) as { cubes: CubeMetadata[] }).cubes;
}

describe('capMetadata', () => {
  it('capMetadata shows everything that fits', () => {
    const cubes = [relation('a', 3), relation('b', 3)];
    expect(kept(capMetadata(cubes, 'q', { maxRows: 1, maxBytes: 10_000 }))).toEqual(cubes);
  });

  it('capMetadata leaves values out first, and no longer calls them complete', () => {
    const [only] = kept(capMetadata([relation('a', 200)], 'q', { maxRows: 1, maxBytes: 1_000 }));
    expect(only?.dimensions[0]).toMatchObject({ valuesComplete: false });
    expect(only?.dimensions[0]?.values?.length).toBeLessThanOrEqual(50);
    expect(only?.measures).toHaveLength(1);
  });

  it('then leaves out the relations ranked last, and says how many', () => {
    const cubes = Array.from({ length: 30 }, (_, index) => relation(`r${index}`, 5));
    const text = capMetadata(cubes, 'q', { maxRows: 1, maxBytes: 2_000 });
    const shown = kept(text);
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(shown[0]?.name).toBe('r0');
    expect(JSON.parse(text)).toMatchObject({ note: `${30 - shown.length} more relations match.` });
  });

  it('capMetadata writes each relation a few times at most, however many have to go', () => {
    let written = 0;
    const counted = (name: string): CubeMetadata & { toJSON: () => unknown } => ({
      ...relation(name, 5),
      toJSON: () => {
        written += 1;
        return { name };
      },
    });
    const cubes = Array.from({ length: 200 }, (_, index) => counted(`r${index}`));
    capMetadata(cubes, 'q', { maxRows: 1, maxBytes: 500 });
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(5 * cubes.length);
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
});
