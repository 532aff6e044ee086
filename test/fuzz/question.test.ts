import { openWorld } from '../../src/agent/testing/open-world.ts';
import { worlds } from '../../src/agent/testing/worlds.ts';
import { fuzz } from './fuzz.ts';

fuzz('A question to the embedded model', async () => {
  const world = await openWorld(worlds.hospital);
  return {
    name: 'question',
    seeds: [
      'How many admissions did we have in 2023?',
      'average length of stay by ward, excluding surgery, in the last 3 months',
      'Which doctor has the most admissions with a cost between 100 and 250.5?',
      'top 5 wards by total treatment costs this year vs last year',
      'share of readmissions per insurance and month since March 2024',
      'thanks, and as a pie chart?',
    ],
    words: [
      'at least 1 ',
      'at most 2 ',
      'between 1 and 2 percent ',
      'by ward ',
      'not ',
      'and ',
      'or ',
      'last 3 years ',
      'than ',
      '"',
      '1,000.50 ',
      'March ',
      '2024-02-30 ',
      'per ',
      'cost ',
      'top 3 ',
      '%',
      '?',
    ],
    brackets: [
      ['(', ')'],
      ['"', '"'],
      ['not ', ''],
      ['the ', ' of'],
    ], // prettier-ignore
    maxLength: 2_000,
    maxMs: 250,
    async parse(question) {
      const { outcome } = await world.ask(question);
      if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
    },
    isRefusal: () => false,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
});
