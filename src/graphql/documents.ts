import { type DocumentNode, GraphQLError, Lexer, Source, TokenKind, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';
import { maxJsonDepth } from '../http/json-size.ts';
import { rememberPlaces } from './document-places.ts';
import { refusal } from './masked-error.ts';
import type { OperationLimits } from './operation-limits.ts';

/** Errors reported for one document. Each of them searches the whole schema for suggestions. */
const maxErrors = 10;

/** Maximum weight of all cached documents. A character of a document takes up to a hundred bytes. */
const keptWeight = 500_000;

/**
 * Parses and validates documents at a cost that is bounded by their length.
 * @param hideNames whether errors must not suggest names of the schema
 */
export function useDocuments(limits: Pick<OperationLimits, 'tokens' | 'depth'>, hideNames: boolean): Plugin {
  // The deepest selection may have the deepest value as an argument.
  const maxNesting = limits.depth + maxJsonDepth;
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options) => {
        if (isNested(source, maxNesting, limits.tokens)) throw tooNested(maxNesting);
        const document = parseFn(source, { ...options, maxTokens: limits.tokens }) as DocumentNode;
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

function tooNested(maxNesting: number): GraphQLError {
  const message = `The document nests selections, lists and objects more than ${maxNesting} deep.`;
  return refusal(new AppError('BAD_REQUEST', message));
}

/** The parser is recursive, so deep nesting would overflow its stack. */
function isNested(text: string | Source, maxNesting: number, maxTokens: number): boolean {
  const lexer = new Lexer(typeof text === 'string' ? new Source(text) : text);
  let nesting = 0;
  for (let count = 0; count <= maxTokens && nesting <= maxNesting; count += 1) {
    const kind = nextKind(lexer);
    if (kind === TokenKind.EOF) return false;
    if (opening.has(kind)) nesting += 1;
    if (closing.has(kind)) nesting -= 1;
  }
  return nesting > maxNesting;
}

/** Invalid tokens are left to the parser, which reports the first error of the document. */
function nextKind(lexer: Lexer): TokenKind {
  try {
    return lexer.advance().kind;
  } catch (error) {
    if (error instanceof GraphQLError) return TokenKind.EOF;
    throw error;
  }
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** The most recently used documents by their text, up to a total weight. */
export function createDocumentCache(): LRUCache<string, DocumentNode> {
  return new LRUCache({ maxSize: keptWeight, sizeCalculation: (_, text) => 1_000 + text.length });
}
