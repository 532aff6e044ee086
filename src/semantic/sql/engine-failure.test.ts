import { expect, it } from 'vitest';
import { AppError, midStreamMessage } from '../../errors.ts';
import { safeFailure } from './engine-failure.ts';

it('a failure after the first rows says what may have failed, since the engine does not', () => {
  expect(safeFailure(new AppError('SQL_FAILED', midStreamMessage))).toMatchObject({
    code: 'SQL_FAILED',
    message: expect.stringContaining('memory ran out beside other queries'),
  });
});

it('an engine that quotes names or values is told in words of the service alone', () => {
  const failure = new AppError('SQL_FAILED', 'Catalog Error: Table with name ? does not exist in secrets');
  expect(safeFailure(failure)).toMatchObject({ message: expect.not.stringContaining('secrets') });
});
