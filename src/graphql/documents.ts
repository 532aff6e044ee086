import { type ASTNode, type DocumentNode, type GraphQLError, type SourceLocation, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** What is wrong with a document is said up to so many times: each takes a look at the whole schema for what may be meant. */
const maxErrors = 10;

/** What the documents that are kept may weigh: their characters, each of which becomes up to a hundred bytes. */
const keptWeight = 500_000;

function weightOf(text: string): number {
  return 1_000 + text.length;
}

/**
 * Parses and validates documents, at a cost that their length bounds.
 * @param maxTokens of a document, counted while it is parsed
 * @param hideNames of the schema, which errors would otherwise suggest
 */
export function useDocuments(maxTokens: number, hideNames: boolean): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => {
        const document = parseFn(source, { ...options, maxTokens }) as DocumentNode;
        rememberPlaces(document);
        return document;
      });
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules, { maxErrors, hideSuggestions: hideNames }),
      );
    },
  };
}

const places = new WeakMap<ASTNode, SourceLocation>();

/**
 * Keeps of every node where it begins, and lets go of the text. An error about nodes that know their text counts its lines
 * again: with thousands of errors, or of lines, that took seconds.
 */
function rememberPlaces(document: DocumentNode): void {
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

/** Documents by their text: those used last, as many as weigh no more than all may. */
export class DocumentCache {
  readonly #documents = new Map<string, DocumentNode>();
  #weight = 0;

  get(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (document === undefined) return undefined;
    this.#documents.delete(text);
    this.#documents.set(text, document);
    return document;
  }

  set(text: string, document: DocumentNode): void {
    if (!this.#documents.has(text)) this.#weight += weightOf(text);
    this.#documents.set(text, document);
    for (const oldest of this.#documents.keys()) {
      if (this.#weight <= keptWeight) return;
      this.#documents.delete(oldest);
      this.#weight -= weightOf(oldest);
    }
  }
}
