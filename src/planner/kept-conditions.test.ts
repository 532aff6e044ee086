import { describe, expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

describe('the condition that a count is called after', () => {
  it.each([
    [['how many open jobs are there in the Berlin office?'], 'and the average salary?', [[37500]]],
    [['how many filled jobs are there at Novabridge?'], 'average salary', [[40000]]],
    [['how many filled jobs are there at Oakwave?', 'average salary'], 'and the highest salary?', [[60000]]],
    [
      ['dropouts by recruiter this year'],
      'which fees did they have?',
      [
        ['Arjun Smit', 8000],
        ['Henry Byrne', 2000],
      ],
    ],
    [['how many dropouts this year'], 'and the fees?', [[10000]]],
    // What is named anew, or has a condition of its own, is not narrowed by it.
    [['how many open jobs are there?'], 'and filled jobs?', [[4]]],
    [['how many open jobs are there?'], 'and the fill rate?', [[4 / 7]]],
    [['how many open jobs are there?'], 'how many jobs are there in total?', [[11]]],
    [['how many open jobs are there?'], 'and the average salary of all jobs?', [[510000 / 11]]],
  ] as const)('is kept by a follow-up for another figure: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('agency').ask(question, thread), rows);
  });

  it.each([
    // No value is called so.
    [['how many finished jobs are there?'], 'and the average salary?'],
  ])('is not dropped where no value is called so: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('agency').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });
});

describe('after a message that was not answered', () => {
  it.each([
    // Who did so was named in what was not understood.
    [['how many frobnications did Henry Byrne zorp this year?'], 'how many ended early?'],
    [['how many frobnications did Henry Byrne zorp this year?', 'and last year?'], 'how many ended early?'],
  ])('nothing is said of all rows: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('agency').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });

  it('what goes on is of each reading that was asked between', async () => {
    const thread = [
      'how many open jobs do we have?',
      'how many of those are senior?',
      'who are the clients?',
    ];
    const { answer } = await world('agency').ask('and how many of those are in healthcare?', thread);
    expect(answer).toMatch(/^Which of these do you mean.*\n2\. Clients, [^\n]*Senior[^\n]*Healthcare/s);
  });

  it('a question of its own is answered', async () => {
    const thread = ['how many frobnications did Henry Byrne zorp this year?'];
    expectRows(await world('agency').ask('how many placements ended early?', thread), [[3]]);
  });
});

describe('what was asked of one', () => {
  it.each([
    [
      ['placements in 2026 by client', 'for Henry Byrne', 'and for Arjun Smit'],
      'all recruiters again',
      [
        ['Novabridge', 2],
        ['Oakwave', 3],
      ],
    ],
    [['how many jobs are there?', 'only for Henry Byrne'], 'back to all recruiters', [[11]]],
    // Nothing was narrowed.
    [['placements in 2026 by client'], 'all recruiters again', [[4]]],
  ] as const)('is of all again where that is said: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('agency').ask(question, thread), rows);
  });

  it.each(['and how many dropouts?', 'how many ended early?'])(
    'is of that one, and not of whoever has the most: %s',
    async (question) => {
      const thread = ['Which recruiter had the most placements in 2026?'];
      expectRows(await world('agency').ask(question, thread), [['Henry Byrne', 1]]);
    },
  );

  it.each(['how many dropouts?', 'how many open jobs?'])(
    'is asked back where it may be of all: %s',
    async (question) => {
      const thread = ['Which recruiter had the most placements in 2026?'];
      const { answer } = await world('agency').ask(question, thread);
      expect(answer).toMatch(/^Which of these do you mean.*\n2\. [^\n]* of that one, in 2026/s);
    },
  );
});
