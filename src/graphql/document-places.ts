import type { ASTNode, DocumentNode, GraphQLError, SourceLocation } from 'graphql';

const places = new WeakMap<ASTNode, SourceLocation>();

/**
 * Stores where every node begins and drops its reference to the text. Each error about nodes with text counts the lines again,
 * which takes seconds with thousands of errors or lines.
 */
export function rememberPlaces(document: DocumentNode): void {
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if ('kind' in value && 'loc' in value) {
      const node = value as { loc?: ASTNode['loc'] };
      const { line = 1, column = 1 } = node.loc?.startToken ?? {};
      // The start of the file has line 0.
      places.set(value as ASTNode, { line: Math.max(1, line), column: Math.max(1, column) });
      delete node.loc;
    }
    pending.push(...Object.values(value));
  }
}

/** The places of an error in its document. */
export function placesOf({ nodes, locations }: GraphQLError): readonly SourceLocation[] | undefined {
  if (nodes === undefined) return locations;
  const known = nodes.map((node) => places.get(node)).filter((place) => place !== undefined);
  return known.length === 0 ? locations : known;
}
