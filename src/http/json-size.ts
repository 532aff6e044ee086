import { AppError } from '../errors.ts';

/** Levels of lists and objects inside one another. */
export const maxJsonDepth = 64;

/** Values in all, each of which costs far more to make and to check than its text to read. */
export const maxJsonValues = 25_000;

/**
 * Refuses text that would cost too much for its length, by its shape alone and before anything is made of it. Whether it
 * is JSON at all is not looked at.
 * @param what it is, as a sentence begins
 * @throws AppError `BAD_REQUEST`
 */
export function requireModestJson(text: string, what: string): void {
  let depth = 0;
  let values = 1;
  const add = () => {
    values += 1;
    if (values > maxJsonValues) {
      throw new AppError('BAD_REQUEST', `${what} holds more than ${maxJsonValues} values.`);
    }
  };
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case comma:
        add();
        break;
      case openBracket:
      case openBrace:
        add();
        depth += 1;
        if (depth > maxJsonDepth) {
          throw new AppError(
            'BAD_REQUEST',
            `${what} nests lists and objects more than ${maxJsonDepth} deep.`,
          );
        }
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
    }
  }
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Where the quote is that ends a string; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (index - before) % 2 === 1;
}
