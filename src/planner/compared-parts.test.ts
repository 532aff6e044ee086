import { describe, expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

describe('parts of years that are compared', () => {
  it.each([
    [
      'placements in the first half of 2026 vs the first half of 2025',
      'Placements stayed the same from 1 (H1 2025) to 1 (H1 2026).',
    ],
    [
      'placements January to March 2025 vs 2026',
      'Placements stayed the same from 1 (Q1 2025) to 1 (Q1 2026).',
    ],
    ['placements in Q4 2025 vs Q4 2026', 'Q4 2025 (1) and Q4 2026 (3)'],
    [
      'placements from February to May 2025 vs 2026',
      'Placements stayed the same from 1 (February 2025 to May 2025) to 1 (February 2026 to May 2026).',
    ],
  ])('are what the figures are said to be of: %s', async (question, answer) => {
    expect((await world('agency').ask(question)).answer).toContain(answer);
  });
});

it('a period that is over is not said to be going on', async () => {
  const { answer } = await world('agency').ask('placements until March 2026 by year');
  expect(answer).not.toContain('not over');
});
