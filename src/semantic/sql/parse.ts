import { createRequire } from 'node:module';
import type { Node, SelectStmt, SqlError } from 'libpg-query';
import { AppError } from '../../errors.ts';
import { lexicalSize } from './lexical-size.ts';
import { SourceText } from './source-text.ts';

/** Characters that a statement may have. */
export const maxStatementCharacters = 32_768;
/** Words, literals and signs that a statement may have. */
const maxTokens = 10_000;
/** A third of the least depth at which the parser overflows its stack. Far fewer levels are translated. */
const maxLexicalDepth = 1_500;
/** PostgreSQL's scanner looks at the rest of such a run again from each of its characters. */
const longRun = /[-+*/<>=~!@#%^&|`?]{129}/;
const maxMessageCharacters = 200;

type Parser = typeof import('libpg-query');

const load = createRequire(import.meta.url);
/** Undefined while it is running: it is put back only after it has ended properly. */
let parser: Parser | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads PostgreSQL's parser (WASM, about 20 ms) once per process, and again after a statement has broken it. Must have
 * resolved before {@link parseSelect}, each time.
 */
export async function loadParser(): Promise<void> {
  if (parser !== undefined) return;
  loading ??= instantiate().finally(() => {
    loading = undefined;
  });
  await loading;
}

async function instantiate(): Promise<void> {
  delete load.cache[load.resolve('libpg-query')];
  const fresh: Parser = load('libpg-query');
  await fresh.loadModule();
  parser = fresh;
}

/**
 * Parses one SELECT with PostgreSQL's own grammar.
 * @throws AppError `SQL_INVALID` with line and column of a syntax error; `SQL_NOT_ALLOWED` for anything that is not
 *   exactly one SELECT, and for a statement that is too long or too deeply nested
 */
export function parseSelect(text: string): { readonly statement: SelectStmt; readonly source: SourceText } {
  const source = new SourceText(text);
  checkSize(source);
  if (text === '') throw new AppError('SQL_INVALID', 'The query is empty.');
  if (text.includes('\0')) throw new AppError('SQL_INVALID', 'The query contains a NUL character.');
  const [first, second] = parseStatements(source);
  if (first === undefined) throw new AppError('SQL_INVALID', 'The query is empty.');
  if (second !== undefined) {
    throw new AppError('SQL_NOT_ALLOWED', 'Only one statement is allowed. Send each query separately.');
  }
  if (!('SelectStmt' in first)) {
    throw new AppError(
      'SQL_NOT_ALLOWED',
      'Only SELECT is allowed; data and settings cannot be changed here.',
    );
  }
  return { statement: first.SelectStmt, source };
}

/** A word, sign or literal of a statement, with its offsets in bytes of UTF-8. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The tokens of a statement that {@link parseSelect} has accepted, in order, comments included.
 * @throws AppError `SQL_INVALID`
 */
export function scanTokens(text: string): readonly Token[] {
  if (parser === undefined) throw new Error('The SQL parser is not loaded');
  try {
    return parser.scanSync(text).tokens;
  } catch (error) {
    throw new AppError('SQL_INVALID', 'The query cannot be read.', { cause: error });
  }
}

/** Refuses what the parser would need long for, or would overflow its stack with. */
function checkSize(source: SourceText): void {
  const { text } = source;
  if (text.length > maxStatementCharacters)
    throw source.notAllowed(-1, `The query is longer than ${maxStatementCharacters} characters`);
  if (longRun.test(text))
    throw source.notAllowed(-1, 'The query has more than 128 operator characters in a row');
  const { tokens, depth } = lexicalSize(text, maxTokens);
  if (tokens > maxTokens) throw source.notAllowed(-1, `The query has more than ${maxTokens} tokens`);
  if (depth > maxLexicalDepth) throw source.notAllowed(-1, 'The query is too deeply nested');
}

function parseStatements(source: SourceText): Node[] {
  const current = parser;
  if (current === undefined) throw new Error('The SQL parser is not loaded');
  parser = undefined;
  let failure: SqlError;
  try {
    const { stmts = [] } = current.parseSync(source.text);
    parser = current;
    return stmts.flatMap(({ stmt }) => stmt ?? []);
  } catch (error) {
    // An overflow of the stack has stopped it amid its work: its memory is not in order any more.
    if (!current.hasSqlDetails(error))
      throw new AppError('SQL_NOT_ALLOWED', 'The query is too deeply nested.', { cause: error });
    failure = error;
  }
  parser = current;
  if (failure.message.includes('memory exhausted'))
    throw new AppError('SQL_NOT_ALLOWED', 'The query is too deeply nested.', { cause: failure });
  // The position counts characters here, not bytes as locations in the tree do.
  const position = failure.sqlDetails?.cursorPosition ?? -1;
  const at = position < 0 ? -1 : Buffer.byteLength([...source.text].slice(0, position).join(''));
  throw source.invalid(at, capitalise(failure.message.slice(0, maxMessageCharacters)));
}

function capitalise(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
