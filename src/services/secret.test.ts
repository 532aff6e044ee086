import { expect, test } from 'vitest';
import { newSessionId } from './secret.ts';

test('session ids are 32 lowercase hex characters and never the same, over many refills', () => {
  const ids = Array.from({ length: 2_000 }, newSessionId);
  expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain('0'.repeat(32));
});
