/** Draws whole numbers from 0 up to, and without, its argument. */
export type Random = (below: number) => number;

/** The same numbers for the same seed (xorshift32), so that a failing run can be repeated. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** What a mutation may draw from, beside the input itself. */
export interface Material {
  readonly seeds: readonly string[];
  /** Pieces that mean something to the parser. */
  readonly words: readonly string[];
  /** Pairs that a parser matches, such as `(` and `)`. */
  readonly brackets: readonly (readonly [open: string, close: string])[];
  /** In UTF-16 code units. */
  readonly maxLength: number;
}

/** Text that breaks parsers of any kind. */
const oddWords = [
  '\0',
  '\\',
  '"',
  "'",
  '\n',
  '\t',
  '\u2028',
  '\ud800',
  '\udfff',
  '\uffff',
  '😀',
  'ı',
  'İ',
  'ß',
  '\u0301',
  '\u202e',
  '',
  '0',
  '-1',
  '1e309',
  '9'.repeat(40),
  'NaN',
  'null',
  '__proto__',
  'constructor',
  'then',
  '${HOME}',
  '{{x}}',
  '%00',
  '/*',
  '--',
]; // prettier-ignore

/** An input that was never seen, made of one that was. */
export function mutated(material: Material, random: Random): string {
  const { seeds, words, brackets, maxLength } = material;
  const pick = <T>(items: readonly T[]): T | undefined => items[random(items.length)];
  let text = pick(seeds) ?? '';
  const place = () => random(text.length + 1);
  const range = (): [from: number, to: number] => {
    const from = place();
    return [from, Math.min(text.length, from + 1 + random(random(4) === 0 ? text.length + 1 : 12))];
  };
  const insert = (at: number, piece: string) => {
    text = text.slice(0, at) + piece + text.slice(at);
  };
  /** Mostly once or twice, at times as often as fits. */
  const times = (length: number) =>
    random(24) === 0 ? random(Math.max(1, Math.ceil(maxLength / Math.max(1, length)))) : 1 + random(3);
  for (let rounds = 1 + random(5); rounds > 0; rounds -= 1) {
    const [from, to] = range();
    switch (random(8)) {
      case 0:
        text = text.slice(0, from) + text.slice(to);
        break;
      case 1:
        insert(to, text.slice(from, to).repeat(times(to - from)));
        break;
      case 2: {
        const word = pick(words) ?? '';
        insert(place(), word.repeat(times(word.length)));
        break;
      }
      case 3:
        insert(place(), pick(oddWords) ?? '');
        break;
      case 4: {
        const other = pick(seeds) ?? '';
        const at = random(other.length + 1);
        insert(place(), other.slice(at, at + 1 + random(80)));
        break;
      }
      case 5: {
        const [open, close] = pick(brackets) ?? ['(', ')'];
        const depth = times(open.length + close.length);
        text =
          text.slice(0, from) +
          open.repeat(depth) +
          text.slice(from, to) +
          close.repeat(depth) +
          text.slice(to);
        break;
      }
      case 6:
        text =
          text.slice(0, from) + String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) + text.slice(to);
        break;
      default:
        text = `${text}${pick(words) ?? ''}${pick(seeds) ?? ''}`;
    }
    text = text.slice(0, maxLength);
  }
  return text;
}
