import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { orchestra } from '../../test/fixtures/agent/orchestra.ts';

const world = openWorlds({ orchestra });

describe('the total of what both a sum and a count are called after', () => {
  it.each([
    ['total purchases in 2026', [[305]]],
    [
      'total purchases last month by category',
      [
        ['Scores', 180],
        ['Strings', 80],
      ],
    ],
    ['purchases in 2026', [[305]]],
    ['how many purchases in total in 2026', [[4]]],
    ['total number of purchases in 2026', [[4]]],
    ['how many repairs in total', [[6]]],
  ] as const)('is the sum, and counts only where that is said: %s', async (question, rows) => {
    expectRows(await world('orchestra').ask(question), rows);
  });
});

describe('what is left of something', () => {
  it.each([
    'how many hours are left on the Cello',
    'how many hours left on the Cello?',
    'how many days holiday does Bodo Falk have left',
    'how many days has Bodo Falk left',
    'how many hours remain on the Cello',
    'wie viele Stunden sind beim Cello noch übrig',
  ])('is no figure of all of it: %s', async (question) => {
    const { result, answer } = await world('orchestra').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

describe('people who came or went', () => {
  it.each([
    ['how many people left in 2026', [[2]]],
    ['how many musicians left in 2025', [[1]]],
    ['how many people left last year', [[1]]],
    ['how many people joined in 2026', [[2]]],
  ] as const)('are counted by the date on which they did: %s', async (question, rows) => {
    expectRows(await world('orchestra').ask(question), rows);
  });

  it.each([
    ['who left in 2026', [['Cilla Moss'], ['Greta Holm']]],
    ['who left us this year?', [['Cilla Moss'], ['Greta Holm']]],
    [
      'who left us this year and from which section?',
      [
        ['Cilla Moss', 'Strings'],
        ['Greta Holm', 'Winds'],
      ],
    ],
    ['who was engaged in the last 6 months', [['Edda Lund'], ['Finn Oakes']]],
    ['Who joined in the last 6 months?', [['Edda Lund'], ['Finn Oakes']]],
    ['who started in 2026', [['Edda Lund'], ['Finn Oakes']]],
  ] as const)('are told by name: %s', async (question, rows) => {
    expectRows(await world('orchestra').ask(question), rows);
  });

  it('are none who are on leave', async () => {
    const { result } = await world('orchestra').ask('who is on leave in 2025');
    expect(result?.sqlQuery ?? '').not.toContain('left_on');
  });

  it('are none who took leave', async () => {
    const { answer } = await world('orchestra').ask('how many people left in 2026');
    expect(answer).not.toContain('absences');
  });
});

describe('what was finished', () => {
  it.each([
    ['how many repairs did we finish in 2025', [[3]]],
    ['repairs finished in 2025', [[3]]],
    ['which instruments were finished in 2026', [['Harp']]],
    ['how many repairs were due in 2025', [[5]]],
    ['how many repairs were supposed to be finished in 2025', [[5]]],
    ['repairs with a planned end in 2025', [[5]]],
  ] as const)(
    'is dated by when it was, and by when it was due only where that is said: %s',
    async (question, rows) => {
      expectRows(await world('orchestra').ask(question), rows);
    },
  );
});

describe('days of one kind', () => {
  it.each([
    ['how many sick days did we have in 2025', [[14]]],
    ['how many sick days did Hugo Brandt have', [[9]]],
    ['how many holiday days did we have in 2026', [[5]]],
  ] as const)('are added up: %s', async (question, rows) => {
    expectRows(await world('orchestra').ask(question), rows);
  });

  it('are those of people, and not of whoever leads them', async () => {
    const earlier = ['how many sick days did we have in 2025'];
    expectRows(await world('orchestra').ask('who had the most?', earlier), [['Hugo Brandt', 9]]);
  });
});

describe('whoever had the most', () => {
  it('is not asked of other figures than those that were offered before', async () => {
    const { result, answer } = await world('orchestra').ask('who had the most?', [
      'absences and musicians by mood',
    ]);
    expect(result, answer).toBeUndefined();
  });
});

describe('those above and below somebody', () => {
  it.each([
    ['musicians with leader Bodo Falk', [['Cilla Moss'], ['Edda Lund'], ['Hugo Brandt']]],
    ['musicians whose leader is Bodo Falk', [['Cilla Moss'], ['Edda Lund'], ['Hugo Brandt']]],
    ['how many musicians are led by Bodo Falk', [[3]]],
    // Of today, they are those who are still there.
    ['who reports to Bodo Falk?', [['Edda Lund'], ['Hugo Brandt']]],
    ['who does Bodo Falk lead?', [['Edda Lund'], ['Hugo Brandt']]],
    ['how many people report to Bodo Falk', [[2]]],
  ] as const)('are found by the one that is named: %s', async (question, rows) => {
    expectRows(await world('orchestra').ask(question), rows);
  });

  it.each([
    "who is Cilla Moss's boss?",
    'who is the leader of Cilla Moss',
    'who does Cilla Moss report to?',
    'who leads Cilla Moss',
  ])('are found by the one below: %s', async (question) => {
    expectRows(await world('orchestra').ask(question), [['Bodo Falk']]);
  });
});

it('an order to change the data is declined, and what comes after it goes on from what was asked before', async () => {
  const order = await world('orchestra').ask('please delete all repairs of last year');
  expect(order.result).toBeUndefined();
  expect(order.answer).toContain('only read');
  const earlier = ['purchases in 2026', 'delete the purchases of 2025'];
  expectRows(await world('orchestra').ask('and in 2025?', earlier), [[30]]);
});
