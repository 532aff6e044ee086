/** Quotes a name for SQL, whatever characters it contains. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Quotes a text for SQL, whatever characters it contains. The result does not depend on PostgreSQL's
 * `standard_conforming_strings`, which decides whether a backslash is an escape in plain strings.
 */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
