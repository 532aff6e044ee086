import { expect, test } from 'vitest';
import { inOrder, nextOrder, type RowOrder } from './row-order.ts';

const formats = [{ isNumber: false }, { isNumber: true }];
const rows = [
  ['b', '9.5'],
  ['a', null],
  ['Ä', '10.25'],
  [null, -1],
];

test.each<[string, RowOrder | undefined, unknown[]]>([
  ['none', undefined, ['b', 'a', 'Ä', null]],
  ['text', { index: 0, isDescending: false }, ['a', 'Ä', 'b', null]],
  ['text, turned', { index: 0, isDescending: true }, ['b', 'Ä', 'a', null]],
  ['numbers', { index: 1, isDescending: true }, ['Ä', 'b', null, 'a']],
  ['numbers, turned', { index: 1, isDescending: false }, [null, 'b', 'Ä', 'a']],
])('rows are in this order: %s', (_name, order, first) => {
  expect(inOrder(rows, order, formats, 'de').map(([name]) => name)).toEqual(first);
});

test('a click after the other orders, turns and ends it', () => {
  const largest = nextOrder(undefined, 1, { isNumber: true });
  expect(largest).toEqual({ index: 1, isDescending: true });
  const smallest = nextOrder(largest, 1, { isNumber: true });
  expect(smallest).toEqual({ index: 1, isDescending: false });
  expect(nextOrder(smallest, 1, { isNumber: true })).toBeUndefined();
  expect(nextOrder(smallest, 0, { isNumber: false })).toEqual({ index: 0, isDescending: false });
});
