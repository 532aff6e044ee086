/** A piece of a member's SQL before its references are looked up. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'reference';
      readonly path: readonly string[];
      readonly offset: number;
      /** A dot follows the brace, as in `{CUBE}.status`: the reference must then be a cube. */
      readonly qualifies: boolean;
    };

export interface ParsedTemplate {
  readonly pieces: readonly TemplatePiece[];
  readonly mistakes: readonly { readonly offset: number; readonly message: string }[];
}

/** Quoted text holds no references. */
const quotes = /'(?:[^']|'')*'|"(?:[^"]|"")*"/y;
const comments = /--[^\n]*|\/\*[\s\S]*?\*\//y;
const reference = /\$?\{\s*([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\}/y;
const braces = /\$?\{([^{}]*)\}?/y;

/**
 * Cuts `{CUBE}`, `{member}`, `{cube.member}` and their `${…}` forms out of SQL. Braces inside quotes, and
 * braces that hold no name (`{'a': 1}`), are SQL and stay as they are; comments are dropped.
 */
export function parseTemplate(sql: string): ParsedTemplate {
  const pieces: TemplatePiece[] = [];
  const mistakes: { offset: number; message: string }[] = [];
  let text = '';
  let position = 0;
  const open: number[] = [];
  const flush = () => {
    if (text !== '') pieces.push({ kind: 'text', text });
    text = '';
  };
  while (position < sql.length) {
    const comment = matchAt(comments, sql, position);
    if (comment !== undefined) {
      // A comment at the end would swallow what a query puts behind this piece.
      text += ' ';
      position += comment[0].length;
      continue;
    }
    const quoted = matchAt(quotes, sql, position);
    if (quoted !== undefined) {
      text += quoted[0];
      position += quoted[0].length;
      continue;
    }
    const found = matchAt(reference, sql, position);
    if (found !== undefined) {
      flush();
      const path = (found[1] ?? '').split('.').map((segment) => segment.trim());
      const end = position + found[0].length;
      pieces.push({ kind: 'reference', path, offset: position, qualifies: sql[end] === '.' });
      position = end;
      continue;
    }
    const other = matchAt(braces, sql, position);
    if (other !== undefined && /^\s*[A-Za-z_]/.test(other[1] ?? '')) {
      mistakes.push({
        offset: position,
        message: `${other[0]} is not a reference: write {CUBE}.column or {member}.`,
      });
    }
    const mistake = structureMistake(sql, position, open);
    if (mistake !== undefined) mistakes.push({ offset: position, message: mistake });
    text += sql[position] ?? '';
    position += 1;
  }
  flush();
  for (const offset of open) mistakes.push({ offset, message: 'this bracket is never closed.' });
  return { pieces, mistakes };
}

/**
 * What would let a piece of SQL reach beyond its own place in a query. Such a piece is wrong in every engine's dialect.
 * @param open positions of the brackets that are open; updated
 */
function structureMistake(sql: string, position: number, open: number[]): string | undefined {
  const character = sql[position] ?? '';
  if (character === '(') open.push(position);
  if (character === ')' && open.pop() === undefined) return 'this bracket was never opened.';
  if (character === ';') return 'a semicolon ends a statement, but this is only part of one.';
  if (character === "'" || character === '"') return `the quote ${character} is never closed.`;
  return sql.startsWith('/*', position) ? 'the comment is never closed.' : undefined;
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}
