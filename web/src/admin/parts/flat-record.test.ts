import { expect, test } from 'vitest';
import { flatRecord, recordColumns } from './flat-record.ts';

test('an exported record has a column for each value, of objects within it too', () => {
  const node = {
    __typename: 'Thread',
    id: '1',
    user: { __typename: 'User', identifier: 'ada' },
    tags: ['a'],
  };
  const flat = flatRecord(node);
  expect(flat).toEqual({ id: '1', 'user.identifier': 'ada', tags: ['a'] });
  const names = recordColumns([flatRecord({ id: '2', user: null }), flat]).map(({ name }) => name);
  expect(names).toEqual(['id', 'user.identifier', 'tags']);
});
