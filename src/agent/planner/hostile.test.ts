import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CubeMetadata } from '../../semantic/metadata.ts';
import { withoutSmallTalk } from './small-talk.ts';
import { understand } from './understand.ts';

const cubes: readonly CubeMetadata[] = ['loans', 'visits', 'events'].map((name) => ({
  name,
  type: 'view',
  title: name,
  dimensions: [
    { name: `${name}.branch`, title: 'Branch', type: 'string', values: ['Old Town', 'Harbour', 'West'] },
    { name: `${name}.member_age`, title: 'Member age', type: 'number' },
    { name: `${name}.happened_on`, title: 'Date', type: 'time', range: ['2023-01-01', '2024-12-31'] },
    { name: `${name}.is_digital`, title: 'Digital', type: 'boolean' },
  ],
  measures: [
    { name: `${name}.count`, title: `Number of ${name}`, type: 'count' },
    { name: `${name}.fees`, title: 'Fees', type: 'sum', format: 'currency', currency: 'EUR' },
    { name: `${name}.avg_days`, title: 'Average days', type: 'avg' },
  ],
  segments: [],
}));

/** Milliseconds of CPU, which other work on the machine does not lengthen. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const plan = (...messages: string[]) => understand(messages, cubes, '2025-01-20');

describe('questions that mean harm', () => {
  const pieces = [
    'how many loans by branch and ',
    'not not not ',
    'Old Town or ',
    'top 5 most fewest ',
    'between 1 and 2 and ',
    ', , , . . ! ! ',
    'thanks thanks ',
    '\u0301\u0301é ',
    "didn't 'x' ",
    'last 3 months in march 2024 q1 ',
    'unununun',
    '((((((((',
    '1,000,000.5% ',
  ];

  it.each(pieces)('take no more than their share of time: %s', (piece) => {
    const short = piece.repeat(1 + Math.floor(350 / piece.length)).slice(0, 350);
    const long = piece.repeat(1 + Math.floor(1_400 / piece.length)).slice(0, 1_400);
    plan(short);
    const [four, one] = [cpuMs(() => plan(long)), cpuMs(() => plan(short))];
    // Four times the text may take the square of that, not more; below 50 ms nothing is measured.
    expect(four).toBeLessThan(Math.max(50, one * 16 + 50));
  });

  it('of ten kilobytes are not read at all', () => {
    const huge = 'how many loans by branch '.repeat(400);
    expect(cpuMs(() => plan(huge))).toBeLessThan(200);
    expect(plan(huge).kind).toBe('unclear');
  });

  it('never break the planner, nor move a word of what is left of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...pieces)), { maxLength: 20 }),
        (parts) => {
          const text = parts.join(' ');
          expect(['plan', 'unclear']).toContain(plan(text).kind);
          const rest = withoutSmallTalk(text);
          expect(rest).toHaveLength(text.length);
          expect([...rest].every((letter, index) => letter === ' ' || letter === [...text][index])).toBe(
            true,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('plain ones are planned in a few milliseconds', () => {
    const question = 'average fees by branch for digital loans in 2024, top 3';
    for (let warm = 0; warm < 5; warm++) plan(question);
    const runs = 20;
    const each = cpuMs(() => Array.from({ length: runs }, () => plan(question))) / runs;
    expect(each).toBeLessThan(25);
  });
});
