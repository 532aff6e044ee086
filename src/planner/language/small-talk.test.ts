import { describe, expect, it } from 'vitest';
import { withoutSmallTalk } from './small-talk.ts';

describe('withoutSmallTalk', () => {
  it.each([
    ['Hi there! How many loans? Thanks a lot', 'How many loans'],
    ["I'd be curious to know which branch has most loans", 'which branch has most loans'],
    ['My boss wants to know how much we earned', 'how much we earned'],
    ['hey, quick one: can you pull the number of loans for me?', 'number of loans for me?'],
    ['Good morning! Show loans by branch, please.', 'Show loans by branch'],
    ['just give me the number: loans in 2025', 'loans in 2025'],
    ['Give me the figure: loans in 2025', 'loans in 2025'],
    ['i mean loans by branch', 'loans by branch'],
    ['no, I meant the loans of 2025', 'the loans of 2025'],
    ['loans in 2025, just the number please', 'loans in 2025,'],
    ['hm, show the ones in Leeds', 'show the ones in Leeds'],
    ['Ouch! loans by branch', 'loans by branch'],
    ['loans in 2025 as a single number', 'loans in 2025'],
    ['give me only the zahl: loans 2025', 'loans 2025'],
    ['hm, loans by branch', 'loans by branch'],
    ['which loan is the oldest? (could be more than one)', 'which loan is the oldest?'],
    ['which branch has most loans, might be several', 'which branch has most loans'],
  ])('hears "%s" as "%s"', (said, meant) => {
    expect(withoutSmallTalk(said).trim()).toBe(meant);
  });

  it.each([
    'On average, how many loans are there per branch?',
    'Last year, how many loans did we have?',
    'Ignoring renewals: how many loans?',
    'For Harbour, show loans by month',
    'just the number of loans',
    'give me the number by branch: loans',
    'loans by branch with only the value of fees',
    'branches with more than one loan',
    'loans that could be renewed (more than one)',
    'tell me about Harbour: which loans are late?',
    'loans by branch',
    'mean fee by branch',
  ])('withoutSmallTalk leaves "%s" as it is', (said) => {
    expect(withoutSmallTalk(said)).toBe(said);
  });

  it.each(['hi, how are you today?', "what's up", 'nice, well done!', 'Great job, thanks'])(
    'hears nothing of data in "%s"',
    (said) => {
      expect(withoutSmallTalk(said).trim()).toBe('');
    },
  );

  it.each(['How are you paid', 'good wards', 'nice hotels by country', 'well depth by site', 'um loans'])(
    'withoutSmallTalk leaves "%s", which only begins like small talk',
    (said) => {
      expect(withoutSmallTalk(said)).toBe(said);
    },
  );

  it('withoutSmallTalk hears nothing in thanks alone', () => {
    expect(withoutSmallTalk('Thanks!').trim()).toBe('');
  });
});
