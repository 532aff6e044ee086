import { readFile } from 'node:fs/promises';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { canonicalHash } from './canonical-document.ts';
import pageDocumentHashes from './generated/page-documents.json' with { type: 'json' };
import { refusal } from './masked-error.ts';

/** Documents that a client names by an id instead of sending them: `persistedDocuments` of the client preset writes such a file. */
export interface TrustedDocuments {
  /** By id: its hash, without `sha256:`. */
  readonly documents: ReadonlyMap<string, string>;
  /** Whether anything else is refused. */
  readonly only: boolean;
}

const wrongShape = 'is not a JSON object of documents by their ids';
const fileSchema = z.record(z.string(), z.string(wrongShape), wrongShape);

/**
 * Reads a file of documents and checks each against the schema, so that none fails at its first use.
 * @throws AppError `VALIDATION_FAILED`, whose message has a line for each problem
 */
export async function readTrustedDocuments(
  path: string,
  schema: GraphQLSchema,
): Promise<TrustedDocuments['documents']> {
  const file = fileSchema.safeParse(await readJson(path));
  if (!file.success) throw invalid(path, file.error.issues);
  const documents = Object.entries(file.data);
  const problems = documents.flatMap(([id, text]) =>
    problemsOf(text, schema).map((message) => ({ message: `the document ${id}: ${message}` })),
  );
  if (problems.length > 0) throw invalid(path, problems);
  return new Map(documents.map(([id, text]) => [withoutAlgorithm(id), text]));
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error) throw invalid(path, [error]);
    throw error;
  }
}

function invalid(path: string, problems: readonly { readonly message: string }[]): AppError {
  const lines = problems.map(({ message }) => `GRAPHQL_DOCUMENTS: ${path}: ${message}`);
  return new AppError('VALIDATION_FAILED', lines.join('\n  '));
}

function problemsOf(text: string, schema: GraphQLSchema): string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message);
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message];
    throw error;
  }
}

/**
 * Takes the id of a trusted document instead of a document: `documentId`, as GraphQL over HTTP has it, or
 * `extensions.persistedQuery.sha256Hash`. All limits hold for them too. Where nothing else is taken, what the service's
 * own pages send is, since they send documents in full, and so is a trusted document beside its id. To an unknown hash the
 * answer is `PersistedQueryNotSupported`.
 * @param maxTokens that a document in full may have
 */
export function useTrustedDocuments({ documents, only }: TrustedDocuments, maxTokens: number): Plugin {
  const ofPage = new WeakMap<object, string>();
  const byIdOnly = usePersistedOperations({
    allowArbitraryOperations: !only,
    extractPersistedOperationId: documentIdOf,
    getPersistedOperation: (id, _request, context) =>
      ofPage.get(context) ?? documents.get(withoutAlgorithm(id)) ?? null,
    customErrors: {
      notFound: ({ params }) => (isHashed(params) ? notSupported() : unknownDocument()),
      keyNotFound: () => badRequest(`Send "documentId"${only ? '' : ', or a document as "query"'}.`),
      persistedQueryOnly: () =>
        badRequest('This service takes trusted documents only: send "documentId" instead of "query".'),
    },
  });
  // A client whose link sends the document with its hash means the same document.
  const dropNamedDocuments: Plugin = {
    onParams({ params, request, setParams }) {
      const { query, ...others } = params;
      const trusted = documents.get(withoutAlgorithm(documentIdOf(params, request) ?? ''));
      if (query === undefined || trusted === undefined) return;
      if (query === trusted || hashOf(query, maxTokens) === hashOf(trusted, maxTokens)) setParams(others);
    },
  };
  const namePageDocuments: Plugin = {
    onParams({ params: { query, ...others }, setParams, context }) {
      const hash = query === undefined ? undefined : hashOf(query, maxTokens);
      if (query === undefined || hash === undefined || !pageDocuments.has(hash)) return;
      ofPage.set(context, query);
      setParams({ ...others, extensions: { persistedQuery: { sha256Hash: hash } } });
    },
  };
  return {
    onPluginInit({ addPlugin }) {
      if (only) addPlugin(dropNamedDocuments);
      if (only) addPlugin(namePageDocuments);
      addPlugin(byIdOnly);
    },
  };
}

const pageDocuments: ReadonlySet<string> = new Set(pageDocumentHashes);

/** Undefined for what is no document, or one that nests deeper than the parser's stack. */
function hashOf(text: string, maxTokens: number): string | undefined {
  try {
    return canonicalHash(parse(text, { maxTokens, noLocation: true }));
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError) return undefined;
    throw error;
  }
}

const byId = z.object({ documentId: z.string() });
const byHash = z.object({ extensions: z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) }) });

function documentIdOf(params: unknown, request: Request): string | null {
  const inUrl = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null;
  return (
    inUrl ??
    byId.safeParse(params).data?.documentId ??
    byHash.safeParse(params).data?.extensions.persistedQuery.sha256Hash ??
    null
  );
}

function withoutAlgorithm(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** Whether a request names a persisted query by its hash, as links for these do, and nothing else. */
function isHashed({ query, ...others }: GraphQLParams): boolean {
  return query === undefined && !byId.safeParse(others).success && byHash.safeParse(others).success;
}

/** For a service without trusted documents: a client that names a persisted query is told to send it in full. */
export function usePersistedQueryFallback(): Plugin {
  return {
    onParams({ params }) {
      if (isHashed(params)) throw notSupported();
    },
  };
}

/** By this message links for persisted queries know that they are to send documents in full from now on. */
function notSupported(): GraphQLError {
  return badRequest('PersistedQueryNotSupported');
}

function unknownDocument(): GraphQLError {
  return badRequest('The document id is none of the trusted documents of this service.');
}

function badRequest(message: string): GraphQLError {
  return refusal(new AppError('BAD_REQUEST', message));
}
