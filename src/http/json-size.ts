import { AppError } from '../errors.ts';

/** Maximum nesting of lists and objects. */
export const maxJsonDepth = 64;

/** Maximum number of values. Each costs far more to create and check than its text costs to read. */
export const maxJsonValues = 25_000;

/**
 * Refuses text that would be expensive for its length, before it is parsed. Does not check whether it is JSON at all.
 * @param what the text, as the beginning of an error message
 * @throws AppError `BAD_REQUEST`
 */
export function requireModestJson(text: string, what: string, maxValues = maxJsonValues): void {
  let depth = 0;
  let values = 1;
  const add = () => {
    values += 1;
    if (values > maxValues) {
      throw new AppError('BAD_REQUEST', `${what} contains more than ${maxValues} values.`);
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

/** Index of the quote that ends a string, or the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (index - before) % 2 === 1;
}
