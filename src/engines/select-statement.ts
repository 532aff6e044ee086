import { AppError } from '../errors.ts';

/**
 * A first line of defence that both engines share: statements that read begin with one of four words, and in a read-only
 * transaction nothing that begins with them does more than read. Elsewhere it is decided what a SELECT may call.
 * @throws AppError `SQL_NOT_ALLOWED`
 */
export function assertSelect(sql: string): void {
  if (!/^[\s(]*(?:select|with|values|table)\b/i.test(sql) || sql.includes('\0')) {
    throw new AppError('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
  }
}
