/** What a statement's text says of the tree that it will become. */
export interface LexicalSize {
  /** Words, numbers, strings, comments and signs, one by one. */
  readonly tokens: number;
  /** No branch of the tree has more expressions, joins and queries one within the other. */
  readonly depth: number;
}

const space = '[ \\t\\n\\v\\f\\r]';
const line = '--[^\\n\\r]*';
const lineBreak = `[ \\t\\v\\f]*(?:${line})?[\\n\\r](?:${space}|${line}[\\n\\r])*`;
const escaped = "'[^'\\\\]*(?:(?:\\\\[^]|'')[^'\\\\]*)*'?";

/** A token of PostgreSQL's scanner, as far as that tells brackets from those within strings, names and comments. */
const token = new RegExp(
  [
    `${space}+`,
    line,
    '/\\*',
    // Such a string may continue on the next line, where it is read in the same way.
    `[eE]${escaped}(?:${lineBreak}${escaped})*`,
    "'[^']*'?",
    '"[^"]*"?',
    '\\$(?:[A-Za-z_\\x80-\\uffff][\\w\\x80-\\uffff]*)?\\$',
    '[A-Za-z_\\x80-\\uffff][\\w$\\x80-\\uffff]*',
    '\\d+',
    '[^]',
  ].join('|'),
  'y',
);

/** Lists make a tree wide: what follows these is not nested in what precedes them. */
const separators: ReadonlySet<string> = new Set([',', ';', 'and', 'or', 'when', 'then', 'else']);
/** Their chains nest, whatever separators are between them. */
const chains: ReadonlySet<string> = new Set(['join', 'union', 'intersect', 'except', 'between']);

const longestKeyword = 'intersect'.length;

/** What is open: a bracket or a CASE. */
interface Frame {
  readonly close: ')' | ']' | 'end' | undefined;
  /** Depth of the frames around it. */
  readonly outer: number;
  /** Tokens that nest for good. */
  chained: number;
  /** Tokens since the last separator, each of which may nest in the one before it or after it. */
  run: number;
}

/**
 * Takes time in proportion to the text, whatever is in it.
 * @param maxTokens after which it stops: sizes are then those of the text so far
 */
export function lexicalSize(text: string, maxTokens: number): LexicalSize {
  const frames: Frame[] = [];
  let frame: Frame = { close: undefined, outer: 0, chained: 0, run: 0 };
  let tokens = 0;
  let depth = 0;
  for (let start = 0, end = 0; start < text.length && tokens <= maxTokens; start = end) {
    token.lastIndex = start;
    token.test(text);
    end = token.lastIndex;
    const found = text.slice(start, Math.min(end, start + longestKeyword + 1)).toLowerCase();
    if (/^(?:[ \t\n\v\f\r]|--)/.test(found)) continue;
    tokens++;
    if (found === '/*') {
      end = endOfComment(text, end);
      continue;
    }
    if (found.length > 1 && found.startsWith('$')) end = endAfter(text, text.slice(start, end), end);
    if (found === frame.close) frame = frames.pop() ?? frame;
    else if (separators.has(found)) frame.run = 0;
    else if (chains.has(found)) frame.chained++;
    else frame.run++;
    const reached = frame.outer + frame.chained + frame.run;
    depth = Math.max(depth, reached);
    const close = closes.get(found);
    if (close === undefined) continue;
    frames.push(frame);
    frame = { close, outer: reached, chained: 0, run: 0 };
  }
  return { tokens, depth };
}

const closes: ReadonlyMap<string, Exclude<Frame['close'], undefined>> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['case', 'end'],
]);

/** Comments nest. */
function endOfComment(text: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  for (let depth = 1; depth > 0; ) {
    const match = mark.exec(text);
    if (match === null) return text.length;
    depth += match[0] === '/*' ? 1 : -1;
  }
  return mark.lastIndex;
}

function endAfter(text: string, tag: string, start: number): number {
  const end = text.indexOf(tag, start);
  return end < 0 ? text.length : end + tag.length;
}
