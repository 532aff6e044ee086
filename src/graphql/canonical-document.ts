import { createHash } from 'node:crypto';
import { type DocumentNode, print, visit } from 'graphql';

/**
 * The hash of what a document asks for, however it is laid out: without `__typename`, which clients with a cache add
 * everywhere, and with its definitions in order.
 */
export function canonicalHash(document: DocumentNode): string {
  const plain = visit(document, {
    Field: ({ name, alias }) => (name.value === '__typename' && alias === undefined ? null : undefined),
  });
  const definitions = plain.definitions.map((definition) => print(definition)).sort();
  return createHash('sha256').update(definitions.join('\n')).digest('hex');
}
