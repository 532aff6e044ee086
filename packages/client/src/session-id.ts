/** Says what is wrong with what `getSession` has returned; undefined for the id of a session. */
export function sessionIdFault(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return undefined;
  const what =
    typeof value === 'string' ? 'an empty text' : value === null ? 'null' : `a value of type ${typeof value}`;
  return `getSession returned ${what} instead of the id of a session.`;
}
