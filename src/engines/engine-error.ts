/**
 * The safe part of an error of an engine or its driver: its kind and where it arose. Its message and other properties are
 * dropped, since they quote values of rows and statements.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** The engine's name for this kind of error, such as `DuckDB Conversion Error` or `PostgreSQL 22P02`. */
  readonly kind: string;
  /**
   * Whether the statement itself is at fault, whatever the rows contain: it names something that the source does not have or
   * the role may not read, or its types are incompatible.
   */
  readonly isOfStatement: boolean;

  /** @param text known to contain no values; see {@link withoutLiterals} */
  constructor(error: unknown, kind: string, text = '', { isOfStatement = false } = {}) {
    super(text === '' ? kind : `${kind}: ${text}`);
    this.kind = kind;
    this.isOfStatement = isOfStatement;
    const frames =
      error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line)) : [];
    this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n');
  }
}

const maxCharacters = 300;

/**
 * The first line of an engine's message about names and types, without literals and numbers. A quoted value may contain
 * quotes, so everything from the first to the last one is removed.
 */
export function withoutLiterals(text: string): string {
  const [line = ''] = text.split('\n');
  return line
    .replace(/'.*'|'.*$/, '?')
    .replaceAll(/\b\d+(\.\d+)?\b/g, '?')
    .slice(0, maxCharacters);
}
