import { describe, expect, it } from 'vitest';
import { partsOf } from './parts.ts';

describe('what stands behind a question', () => {
  it('is said beside it where it is what the answer is for', () => {
    expect(partsOf('bookings by month for the board meeting')).toEqual([
      'bookings by month',
      'for the board meeting',
    ]);
  });

  it.each(['cancelled bookings for the night tour', 'bookings for the Highlights tour'])(
    'is a part of it where it narrows it: %s',
    (text) => {
      expect(partsOf(text)).toBeUndefined();
    },
  );
});
