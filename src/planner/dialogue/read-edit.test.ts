import { describe, expect, it } from 'vitest';
import { readEdit } from './read-edit.ts';

describe('what the wording of a follow-up does to the question before it', () => {
  it.each([
    ['how many is that?', 'count', 'how many?'],
    ['how many people is that?', 'count', 'how many people ?'],
    ['how many are there altogether?', 'total', 'how many ?'],
    ['just give me the number', 'count', 'how many'],
    ['which of those are late?', 'which', 'which are late?'],
    ['which of those ten are late?', 'which', 'which are late?'],
    ['how many stations of these five have lockers?', 'count', 'how many stations have lockers?'],
    ['do any of these have parking?', 'which', 'which have parking?'],
    ['list the ones in Berlin', 'list', ' in Berlin'],
    ['and how many dont', 'not', ''],
    ["which ones aren't?", 'others', ''],
    ['and the others?', 'others', ''],
  ])('what was shown is asked about: %s', (message, asks, rest) => {
    expect(readEdit(message)).toMatchObject({ asks, rest, goesOn: true, isOwn: false });
  });

  it.each([
    ['per month instead of per region', 'per month', ['region']],
    ['and with lockers instead of toilets?', 'and with lockers?', ['toilets']],
    ['not just Berlin, how many per state?', ', how many per state?', ['Berlin']],
    ['drop the date filter', '', ['date']],
    ['ok forget the lockers', 'ok ', ['lockers']],
    ['never mind the toilets, how many have lifts?', ', how many have lifts?', ['toilets']],
    ['remove the 100 billion limit', '', ['100 billion']],
    ['in all languages', '', ['languages']],
    ['in all those languages', 'in all those languages', []],
    ['show those by group', 'show those by group', []],
  ])('what it takes back is read apart from what it says: %s', (message, rest, dropped) => {
    expect(readEdit(message)).toMatchObject({ rest, dropped });
  });

  it.each([
    ['just 3', ' top 3'],
    ['make it 10', ' top 10'],
    ['5 is enough', 'top 5'],
    ['only 2015', 'only 2015'],
    ['only the top 3 states', 'only the top 3 states'],
  ])('so many of them are the first ones: %s', (message, rest) => {
    expect(readEdit(message).rest).toBe(rest);
  });

  it('are no longer so many where all are meant', () => {
    expect(readEdit('how many are there in total, not just the ten?')).toMatchObject({
      unlimited: true,
      dropped: [],
    });
  });

  it('begins anew where it says so', () => {
    expect(readEdit('something else: how old are they?')).toMatchObject({
      isOwn: true,
      goesOn: false,
      rest: 'how old are they?',
    });
  });

  it.each(['How many customers are there in Berlin?', 'revenue by month', 'which month had the most?'])(
    'leaves a question of its own as it is: %s',
    (message) => {
      expect(readEdit(message)).toMatchObject({ rest: message, goesOn: false, dropped: [], asks: undefined });
    },
  );
});
