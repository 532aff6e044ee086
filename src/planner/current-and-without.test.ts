import { describe, expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

describe('what is so now', () => {
  it.each([
    [
      'applications currently in interview stage by recruiter',
      [
        ['Arjun Smit', 1],
        ['Henry Byrne', 1],
      ],
    ],
    ['how many applications are currently in interview stage', [[2]]],
    ['number of jobs currently open', [[3]]],
    ['how many current recruiters do we have', [[3]]],
    ['how many recruiters do we currently have', [[3]]],
    [
      'applications of current recruiters by stage',
      [
        ['hired', 3],
        ['interview', 2],
        ['rejected', 2],
      ],
    ],
    ['average salary of jobs of current recruiters', [[415000 / 9]]],
    ['how many current London recruiters are there', [[1]]],
  ] as const)('says nothing of those whom nobody asks about: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows);
  });

  it.each(['current applications per recruiter', 'current no-show rate', 'our current jobs by office'])(
    'is not known of what has no such state: %s',
    async (question) => {
      const { answer, result } = await world('agency').ask(question);
      expect(result, answer).toBeUndefined();
      expect(answer).not.toMatch(/Current recruiters/);
    },
  );
});

describe('what is called as rows that refer to it', () => {
  it.each([
    ['applications without interview', [[8]]],
    ['how many applications have no interview', [[8]]],
    ['applications without an interview', [[8]]],
    ['how many applications without interviews are there', [[8]]],
    ['how many applications with an interview', [[3]]],
    ['applications without the interview stage', [[9]]],
    ['applications excluding interview', [[9]]],
    ['how many applications are not in interview', [[9]]],
    ['candidates with no interviews', [['Dan Fox'], ['Finn Cole']]],
  ] as const)('is had or not, and no value of its own: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows);
  });
});

describe('those that do not have what others have', () => {
  it.each([
    [['how many clients have open jobs?'], "how many don't?", [[3]]],
    [['how many candidates have an interview scheduled?'], 'and how many do not?', [[3]]],
    [['how many clients have open Welder jobs?'], "how many don't?", [[4]]],
    [['how many clients have jobs?'], "how many don't?", [[2]]],
    [
      ['how many clients have open jobs?', "how many don't?"],
      'list them',
      [['Pinefield'], ['Quillmark'], ['Stonebay']],
    ],
  ] as const)('are all the others: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('agency').ask(question, thread), rows);
  });

  it.each([
    [['how many clients have open jobs of Ava Hall?'], "how many don't?"],
    [['how many clients have jobs that are not open?'], "how many don't?"],
  ] as const)('are not told where that is not sure: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('agency').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });
});
