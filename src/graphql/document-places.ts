import type { ASTNode, DocumentNode, GraphQLError, SourceLocation } from 'graphql';

const places = new WeakMap<ASTNode, SourceLocation>();

/**
 * Keeps of every node where it begins, and lets go of the text. An error about nodes that know their text counts its lines
 * again: with thousands of errors, or of lines, that took seconds.
 */
export function rememberPlaces(document: DocumentNode): void {
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if ('kind' in value && 'loc' in value) {
      const node = value as { loc?: ASTNode['loc'] };
      const { line = 1, column = 1 } = node.loc?.startToken ?? {};
      // What stands before all tokens has none.
      places.set(value as ASTNode, { line: Math.max(1, line), column: Math.max(1, column) });
      delete node.loc;
    }
    pending.push(...Object.values(value));
  }
}

/** Where in its document an error is. */
export function placesOf({ nodes, locations }: GraphQLError): readonly SourceLocation[] | undefined {
  if (nodes === undefined) return locations;
  const known = nodes.map((node) => places.get(node)).filter((place) => place !== undefined);
  return known.length === 0 ? locations : known;
}
