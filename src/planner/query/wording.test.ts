import { expect, it } from 'vitest';
import type { CubeMetadata } from '../../contract/tools.ts';
import { readThread } from '../dialogue/thread-reader.ts';
import { planTitle } from './wording.ts';

const loans: CubeMetadata = {
  name: 'loans',
  title: 'Loans',
  type: 'cube',
  dimensions: [
    {
      name: 'loans.branch',
      title: 'Branch',
      type: 'string',
      values: ['Old Town', 'Harbour'],
      valuesComplete: true,
    },
    { name: 'loans.is_digital', title: 'Digital', type: 'boolean' },
  ],
  measures: [{ name: 'loans.count', title: 'Number of loans', type: 'count' }],
  segments: [],
};

it.each([
  ['share of digital loans', 'Share of loans, where Digital is yes'],
  ['share of digital loans by branch', 'Share of loans by branch, where Digital is yes'],
  ['share of loans by branch', 'Share of loans by branch'],
])('the title of a share says of what: %s', (question, title) => {
  const understood = readThread([], [loans], '2024-06-01').understand(question);
  expect(understood.kind === 'plan' && planTitle(understood.plan)).toBe(title);
});
