/** A name as SQL of any engine writes it: as it is, whatever is in it. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * A text as SQL of any engine writes it: as it is, whatever is in it. Means the same whether or not a backslash escapes
 * in plain strings there, as PostgreSQL's `standard_conforming_strings` decides.
 */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
