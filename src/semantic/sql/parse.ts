import { hasSqlDetails, loadModule, type Node, parseSync, type SelectStmt } from 'libpg-query';
import { AppError } from '../../errors.ts';
import { SourceText } from './source-text.ts';

/** Characters that a statement may have. */
export const maxStatementCharacters = 32_768;

let loading: Promise<void> | undefined;

/** Loads PostgreSQL's parser (WASM, about 20 ms) once per process; must have resolved before {@link parseSelect}. */
export function loadParser(): Promise<void> {
  loading ??= loadModule();
  return loading;
}

/**
 * Parses one SELECT with PostgreSQL's own grammar.
 * @throws AppError `SQL_INVALID` with line and column of a syntax error; `SQL_NOT_ALLOWED` for anything that is not
 *   exactly one SELECT, and for a statement that is too long or too deeply nested
 */
export function parseSelect(text: string): { readonly statement: SelectStmt; readonly source: SourceText } {
  const source = new SourceText(text);
  if (text.length > maxStatementCharacters) {
    throw new AppError('SQL_NOT_ALLOWED', `The query is longer than ${maxStatementCharacters} characters.`);
  }
  if (text.includes('\0')) throw new AppError('SQL_INVALID', 'The query holds a NUL character.');
  const [first, second] = parseStatements(source);
  if (first === undefined) throw new AppError('SQL_INVALID', 'The query is empty.');
  if (second !== undefined) {
    throw new AppError('SQL_NOT_ALLOWED', 'Only one statement is allowed; send several queries one by one.');
  }
  if (!('SelectStmt' in first)) {
    throw new AppError(
      'SQL_NOT_ALLOWED',
      'Only SELECT is allowed; data and settings cannot be changed here.',
    );
  }
  return { statement: first.SelectStmt, source };
}

function parseStatements(source: SourceText): Node[] {
  try {
    return (parseSync(source.text).stmts ?? []).flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]));
  } catch (error) {
    if (
      error instanceof RangeError ||
      (error instanceof Error && /memory exhausted|stack depth/.test(error.message))
    ) {
      throw new AppError('SQL_NOT_ALLOWED', 'The query is too deeply nested.', { cause: error });
    }
    if (!hasSqlDetails(error)) throw error;
    // The position counts characters here, not bytes as locations in the tree do.
    const position = error.sqlDetails?.cursorPosition ?? -1;
    const at = position < 0 ? -1 : Buffer.byteLength([...source.text].slice(0, position).join(''));
    throw source.invalid(at, capitalise(error.message));
  }
}

function capitalise(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
