import { AppError, type ErrorCode } from '../../errors.ts';
import type { Offset } from './ast.ts';

/** The statement as its author wrote it, for messages that point into it. */
export class SourceText {
  readonly text: string;
  #bytes: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** ` (line 1, column 8)`, or nothing for an offset that has no place. Columns count characters, from 1. */
  place(at: Offset): string {
    if (at < 0) return '';
    this.#bytes ??= Buffer.from(this.text, 'utf8');
    const before = this.#bytes.subarray(0, at).toString('utf8');
    const lines = before.split('\n');
    const column = [...(lines.at(-1) ?? '')].length + 1;
    return ` (line ${lines.length}, column ${column})`;
  }

  /** Whether there is a name in double quotes. */
  isQuoted(at: Offset): boolean {
    this.#bytes ??= Buffer.from(this.text, 'utf8');
    return at >= 0 && this.#bytes[at] === 0x22;
  }

  /** The statement does not mean anything over this model. */
  invalid(at: Offset, message: string, hint = ''): AppError {
    return this.#error('SQL_INVALID', at, message, hint);
  }

  /** The statement reaches for something that semantic SQL does not offer. */
  notAllowed(at: Offset, message: string, hint = ''): AppError {
    return this.#error('SQL_NOT_ALLOWED', at, message, hint);
  }

  #error(code: ErrorCode, at: Offset, message: string, hint: string): AppError {
    return new AppError(code, `${message}${this.place(at)}.${hint === '' ? '' : ` ${hint.trim()}`}`);
  }
}
