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

/** Text that is no SQL to look into: quoted text, comments. Double quotes may hold no reference either. */
const opaque = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//y;
const reference = /\$?\{\s*([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\}/y;
const braces = /\$?\{([^{}]*)\}?/y;

/**
 * Cuts `{CUBE}`, `{member}`, `{cube.member}` and their `${…}` forms out of SQL. Braces inside quotes and comments, and
 * braces that hold no name (`{'a': 1}`), are SQL and stay as they are.
 */
export function parseTemplate(sql: string): ParsedTemplate {
  const pieces: TemplatePiece[] = [];
  const mistakes: { offset: number; message: string }[] = [];
  let text = '';
  let position = 0;
  const flush = () => {
    if (text !== '') pieces.push({ kind: 'text', text });
    text = '';
  };
  while (position < sql.length) {
    const quoted = matchAt(opaque, sql, position);
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
    text += sql[position] ?? '';
    position += 1;
  }
  flush();
  return { pieces, mistakes };
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}
