import type { AnyLine } from '../../src/contract/stream-lines.ts';
import { textWidth } from './draw-table.ts';
import { printable } from './field-formats.ts';

/** Prints messages piece by piece, indented and wrapped at words. */
export interface TextPrinter {
  /** A delta adds to its message; a full line repeats what its deltas said, so that only what is new is written. */
  print(line: AnyLine): void;
  /** Prints the answer unless it was streamed as working text before. */
  printUnlessSaid(line: AnyLine): void;
  /** Ends the message that is open, if one is. */
  close(): void;
}

const margin = '  ';
const lineWidth = 98;

export function createTextPrinter(write: (text: string) => void): TextPrinter {
  const said = new Map<string, string>();
  let open: string | null = null;
  /** The last word, which may go on with the next piece. */
  let word = '';
  let column = 0;

  function writeWord(): void {
    const width = textWidth(word);
    if (column > 0 && column + width > lineWidth) newLine();
    write(column === 0 ? word.trimStart() : word);
    column += width;
    word = '';
  }

  function newLine(): void {
    write(`\n${margin}`);
    column = 0;
  }

  function close(): void {
    if (open === null) return;
    writeWord();
    write('\n');
    open = null;
  }

  function print({ id, content = '', isDelta }: AnyLine): void {
    const before = said.get(id) ?? '';
    const after = isDelta === true ? before + content : content;
    said.set(id, after);
    const fresh = after.startsWith(before) ? after.slice(before.length) : `\n${after}`;
    if (fresh === '') return;
    if (open !== id) {
      close();
      newLine();
      open = id;
    }
    for (const piece of fresh.split(/(?=[ \n])/)) {
      if (/^[ \n]/.test(piece)) writeWord();
      if (piece.startsWith('\n')) newLine();
      word += printable(piece.replace(/^\n/, ''));
    }
  }

  return {
    print,
    close,
    printUnlessSaid(line) {
      if (![...said.values()].includes(line.content ?? '')) print(line);
    },
  };
}
