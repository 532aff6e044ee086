import { describe, expect, it } from 'vitest';
import { inItsOwnTerms } from './definitions.ts';

describe('a word that is given a meaning', () => {
  it.each([
    [
      'Say a plot is sunny if its shade is under 20. How many sunny plots per garden?',
      'How many plots whose shade is under 20 per garden?',
    ],
    [
      'We call a plot sunny when it has less than 20 hours of shade. Which ones are sunny?',
      'Which plots has less than 20 hours of shade?',
    ],
    [
      'define tiny as less than 10 square metres. how many tiny ones are let?',
      'how many ones with less than 10 square metres are let?',
    ],
    [
      'I call a plot low yield if it gives under 5 kg. Rent of low-yield plots?',
      'Rent of plots that gives under 5 kg?',
    ],
    [
      'By regulars we mean members with five visits or more. Fees of the regulars?',
      'Fees of the members with five visits or more?',
    ],
    [
      'rent of tiny plots by garden, where tiny means under 10 metres',
      'rent of plots with under 10 metres by garden',
    ],
    ['I call a plot wild if nobody tends it. Which plots are that?', 'Which plots nobody tends?'],
  ])('is replaced by it: %s', (text, plain) => {
    expect(inItsOwnTerms(text, [])).toBe(plain);
  });

  it('keeps it in later messages', () => {
    const earlier = ['Call a plot sunny if its shade is under 20. How many are sunny?', 'and in May?'];
    expect(inItsOwnTerms('rent of the sunny plots', earlier)).toBe(
      'rent of the plots whose shade is under 20',
    );
    expect(inItsOwnTerms('rent of the plots', earlier)).toBe('rent of the plots');
  });

  it.each([
    'How many plots are let?',
    'what does yield mean?',
    'Which plot is the best when it comes to yield?',
    'how many plots are late if the rent is due on the first?',
    "Let's say for May. How many plots were let?",
    'Call a plot sunny if its shade is under 20. How many plots are let?',
    'rent by garden, where garden = North',
    'rent by garden (garden = North)',
    'rent of plots in Kiel (Kiel is the capital)',
    'plots in Kiel (the largest city)',
    '',
  ])('is nothing else: %s', (text) => {
    expect(inItsOwnTerms(text, [])).toBe(text);
  });

  it('takes no longer over what is long', () => {
    const text = `say a ${'plot '.repeat(150)}is sunny if ${'it is '.repeat(100)}`;
    const started = process.cpuUsage();
    inItsOwnTerms(
      text,
      Array.from({ length: 20 }, () => text),
    );
    const { user } = process.cpuUsage(started);
    expect(user).toBeLessThan(1_000_000);
  });
});
