/** Parses `table` or `schema.table` as in `sql_table`, each part plain or in double quotes; undefined for anything else. */
export function parseTableName(
  text: string,
): { readonly schema: string | undefined; readonly table: string } | undefined {
  const part = '("(?:[^"]|"")+"|[^".\\s]+)';
  const match = new RegExp(`^\\s*(?:${part}\\.)?${part}\\s*$`).exec(text);
  const [, schema, table] = match ?? [];
  return table === undefined
    ? undefined
    : { schema: schema === undefined ? undefined : unquote(schema), table: unquote(table) };
}

function unquote(part: string): string {
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}
