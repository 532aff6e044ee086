import { AppError } from '../errors.ts';

/**
 * A first line of defence that both engines share: statements that read begin with one of four words, and nothing
 * that begins with them does more than read under a read-only transaction. What a SELECT may call is decided elsewhere.
 * @throws AppError `SQL_NOT_ALLOWED`
 */
export function assertSelect(sql: string): void {
  if (!/^[\s(]*(?:select|with|values|table)\b/i.test(sql) || sql.includes('\0')) {
    throw new AppError('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
  }
}
