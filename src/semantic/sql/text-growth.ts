import type { Dialect } from '../../engines/dialect.ts';
import { AppError } from '../../errors.ts';
import type { Expr } from './ast.ts';
import { typeOf } from './expression-type.ts';

/**
 * Bytes that the text operations of a statement may make of one row. DuckDB works on 2,048 rows at once, and neither
 * its memory limit nor an interrupt reaches into one operation: a text of 16 MB that is joined to each of them would end
 * the process.
 */
const maxRowBytes = 16 * 1024;

/** Copies of stored texts that need no bound: reading them takes as much. */
const freeCopies = 16;

/** Shorter texts than this are too few to be worth a query. */
const minTextBytes = 8;

/** Maximum length of a number, a date or a boolean as text. */
const scalarBytes = 64;

/** What a replacement that is not written out may come to. */
const maxReplacementBytes = 64;

/** How a function makes text of its arguments. An argument that is no part of its result is left out. */
interface Effect {
  /** By argument: how many times it is copied at most; `kept` when it is passed on, `short` when it must be. */
  readonly parts: readonly (number | 'kept' | 'short' | undefined)[];
  /** Length of a result that does not depend on the arguments' lengths. */
  readonly bytes?: number;
  /** The same where the function makes a new text, rather than cut one. */
  readonly newBytes?: number;
}

/** What the text operations of one statement come to for a row, while it is printed. */
export class TextGrowth {
  /** How often stored texts are copied. */
  copies = 0;
  /** Of literals and of values with a known length. */
  bytes = 0;
  /** Aggregates make texts as long as the memory. */
  collectsText = false;
  collectsLists = false;
  /** What may be a list becomes text. */
  castsLists = false;
  /** How often the surrounding operations copy what is being printed. */
  #level = 0;

  get isInside(): boolean {
    return this.#level > 0;
  }

  /** Prints an operand that an operation copies so many times. */
  copied(times: number, print: () => string): string {
    return this.#at(times * (1 + this.#level), print);
  }

  /** Prints what is no part of the text around it. */
  aside(print: () => string): string {
    return this.#at(0, print);
  }

  addCopy(): void {
    this.copies += this.#level;
  }

  addBytes(bytes: number): void {
    this.bytes += bytes * this.#level;
  }

  /** How long each stored text may be at most; undefined when nothing has to bound them. @throws AppError `SQL_NOT_ALLOWED` */
  textLimit(): number | undefined {
    if (this.collectsLists && this.castsLists) {
      throw new AppError(
        'SQL_NOT_ALLOWED',
        'The result of array_agg() cannot be used as text. Use string_agg().',
      );
    }
    if (this.bytes <= maxRowBytes / 2 && this.copies <= (this.collectsText ? 0 : freeCopies))
      return undefined;
    const limit = Math.floor((maxRowBytes - this.bytes) / Math.max(1, this.copies));
    if (limit >= minTextBytes) return limit;
    throw new AppError(
      'SQL_NOT_ALLOWED',
      'The query concatenates too many texts. Concatenate fewer, or use several queries.',
    );
  }

  /** A text that a function makes, rather than one that it is given. */
  addNew(bytes: number): void {
    this.bytes += bytes * (1 + this.#level);
  }

  #at(level: number, print: () => string): string {
    const outside = this.#level;
    this.#level = level;
    const text = print();
    this.#level = outside;
    return text;
  }
}

/** A replacement that is not written out. @throws AppError `SQL_NOT_ALLOWED` for one that is made by the query */
export function boundedReplacement(
  boundText: NonNullable<Dialect['boundText']>,
  expr: Expr,
  sql: string,
): string {
  if (expr.kind === 'literal') return sql;
  if (expr.kind === 'column') return boundText(sql, typeOf(expr) === 'text', maxReplacementBytes);
  throw new AppError('SQL_NOT_ALLOWED', 'The replacement for a text must be a literal or a column.');
}

/** The length of a value as text when its type or its form says it; undefined for a text that may have any. */
export function knownBytes(expr: Expr): number | undefined {
  if (expr.kind === 'literal') return Buffer.byteLength(expr.text);
  if (expr.kind === 'parameter') return Buffer.byteLength(String(expr.value));
  const type = typeOf(expr);
  return type === 'text' || type === 'json' || type === 'unknown' ? undefined : scalarBytes;
}

/** Undefined for functions that make no text, or a short one. */
export function effectOf(name: string, args: readonly Expr[]): Effect | undefined {
  switch (name) {
    case 'concat':
      return { parts: args.map(() => 1) };
    case 'concat_ws':
      return { parts: args.map((_, index) => (index === 0 ? args.length : 1)) };
    case 'upper':
    case 'lower':
      return { parts: [2] };
    case 'reverse':
      return { parts: [1] };
    case 'translate':
      return { parts: [4] };
    case 'replace':
    case 'regexp_replace':
      return { parts: [growthOfReplacement(name, args), undefined, 'short'] };
    case 'repeat':
      return { parts: [integerOf(args[1]) ?? 0] };
    case 'lpad':
    case 'rpad':
      return { parts: [], newBytes: 4 * (integerOf(args[1]) ?? 0) };
    case 'to_char':
      return { parts: [], newBytes: scalarBytes + 8 * (literalBytes(args[1]) ?? 0) };
    case 'md5':
      return { parts: [], bytes: 32 };
    case 'left':
    case 'right':
      return cut(integerOf(args[1]));
    case 'substring':
    case 'substr':
      return cut(integerOf(args[2]));
    case 'trim':
    case 'btrim':
    case 'ltrim':
    case 'rtrim':
    case 'split_part':
    case 'nullif':
      return { parts: ['kept'] };
    case 'coalesce':
    case 'greatest':
    case 'least':
      return { parts: args.map(() => 'kept') };
    default:
      return undefined;
  }
}

function growthOfReplacement(name: string, [, from, to]: readonly Expr[]): number {
  const made = literalBytes(to) ?? maxReplacementBytes;
  const replaced = name === 'replace' ? (literalBytes(from) ?? 1) : 0;
  // A regular expression may match nothing, before each character.
  return replaced === 0 ? 1 + made : Math.max(1, Math.ceil(made / replaced));
}

/** The first so many characters, of up to four bytes; counted from the end, or with a length that varies, all of them. */
function cut(characters: number | undefined): Effect {
  return characters === undefined || characters < 0
    ? { parts: ['kept'] }
    : { parts: [], bytes: 4 * characters };
}

function integerOf(expr: Expr | undefined): number | undefined {
  return expr?.kind === 'literal' && expr.type === 'integer' ? Number(expr.text) : undefined;
}

function literalBytes(expr: Expr | undefined): number | undefined {
  return expr?.kind === 'literal' ? Buffer.byteLength(expr.text) : undefined;
}
