/**
 * What may be known, and logged, of an error of an engine or of its driver: what kind it was and where it arose. Its own
 * words are left out, with whatever else hangs on it: they quote values of rows and of statements.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** What the engine calls errors of this kind, such as `DuckDB Conversion Error` or `PostgreSQL 22P02`. */
  readonly kind: string;
  /**
   * Whether the statement itself is at fault: it names what the source does not have or the role may not read, or its
   * types do not fit. What a row holds has no part in it.
   */
  readonly isOfStatement: boolean;

  /** @param text that is known to hold no values; see {@link withoutLiterals} */
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
 * The first line of an engine's words about names and types, without the literals and numbers in it. A quoted value may
 * hold quotes, so all from the first to the last one goes.
 */
export function withoutLiterals(text: string): string {
  const [line = ''] = text.split('\n');
  return line
    .replace(/'.*'|'.*$/, '?')
    .replaceAll(/\b\d+(\.\d+)?\b/g, '?')
    .slice(0, maxCharacters);
}
