import { randomUUID } from 'node:crypto';

/** The Redis of the tests; without it, what needs it is skipped. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? '';

/** Keys that no other test has; all of them expire. */
export const newPrefix = (): string => `inlay-test-${randomUUID()}`;
