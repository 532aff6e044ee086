import { expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

it.each([
  [
    ['how many open jobs are there?', 'which clients?', '2'],
    [
      ['Novabridge', 1],
      ['Oakwave', 2],
    ],
  ],
  [
    ['how many dropouts this year?', 'which clients had them?'],
    [
      ['Novabridge', 1],
      ['Oakwave', 1],
    ],
  ],
] as const)('those asked for by "which" have some of what was counted: %s', async (messages, rows) => {
  const answered = await world('agency').ask(messages.at(-1) ?? '', messages.slice(0, -1));
  expectRows(answered, rows);
  expect(answered.answer).not.toContain('over 0');
});

it('a split says of whom there is none', async () => {
  const answered = await world('agency').ask('by client', ['how many open jobs are there?']);
  expectRows(answered, [
    ['Novabridge', 1],
    ['Oakwave', 2],
    ['Pinefield', 0],
  ]);
});
