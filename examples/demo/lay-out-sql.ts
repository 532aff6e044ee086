const clause = /^(FROM|(?:LEFT |INNER |CROSS )?JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|OFFSET|UNION)\b/i;
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|\s+|[A-Za-z_]+(?:\s+(?:BY|JOIN)\b)?|./giy;

/** SQL with a line for each clause of its outermost query; SQL that has lines already is left as it is. */
export function layOutSql(sql: string): readonly string[] {
  if (sql.includes('\n')) return sql.split('\n');
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  for (const [text] of sql.trim().matchAll(token)) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0 && clause.test(text) && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    line += /^\s+$/.test(text) ? ' ' : text;
  }
  return [...lines, line.trimEnd()];
}
