import { expect, it } from 'vitest';
import { chatActivityArgs, maxPeriodDays } from './chat-activity.ts';

it('the activity of the longest period is returned with all of its days, unless fewer are asked for', () => {
  const asked = { by: 'day', from: new Date('2026-01-01T00:00:00.000Z') };
  expect(chatActivityArgs.parse(asked).first).toBeGreaterThanOrEqual(maxPeriodDays);
  expect(chatActivityArgs.parse({ ...asked, first: 7 }).first).toBe(7);
});
