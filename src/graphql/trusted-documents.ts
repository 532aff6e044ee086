import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import ownDocuments from './generated/own-documents.json' with { type: 'json' };
import { refusal } from './masked-error.ts';

/** Documents that clients refer to by ID. The option `persistedDocuments` of GraphQL Code Generator writes such a file. */
export interface TrustedDocuments {
  /** By ID: the hash without `sha256:`. */
  readonly documents: ReadonlyMap<string, string>;
  /** Whether any other document is refused. */
  readonly only: boolean;
}

const wrongShape = 'is not a JSON object of documents by their ids';
const fileSchema = z.record(z.string(), z.string(wrongShape), wrongShape);

/**
 * Reads a file of documents and validates each against the schema, so that mistakes show at startup.
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
  return byPlainId(documents);
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

/** The documents of the service's own pages and client package, by ID. */
const own: ReadonlyMap<string, string> = byPlainId(Object.entries(ownDocuments));

function byPlainId(entries: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(entries.map(([id, text]) => [withoutAlgorithm(id), text]));
}

/** The operations of trusted documents, and of the service's own pages and client package. Others may have any name. */
export function knownOperations({ documents }: TrustedDocuments): ReadonlySet<string> {
  const texts = [...documents.values(), ...own.values()];
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^\s*(?:query|mutation|subscription)\s+(\w+)/gm)].map(([, name = '']) => name),
    ),
  );
}

/**
 * Accepts the ID of a trusted document, or of a document of the service's own pages and client package, in `documentId` (GraphQL over
 * HTTP) or `extensions.persistedQuery.sha256Hash`. All limits apply to these too. If the request also contains a document, the
 * ID is used only if other documents are refused; without an ID, that document must then be a trusted one itself. An unknown
 * `persistedQuery` results in `PersistedQueryNotSupported`, which its clients know.
 */
export function useTrustedDocuments({ documents, only }: TrustedDocuments): Plugin {
  return {
    onParams({ params, request, setParams }) {
      const { query, operationName, variables, extensions } = params;
      if (query && !only) return;
      const id = documentIdOf(params, request) ?? (query ? hashOf(query) : null);
      const trusted = id === null ? undefined : (documents.get(id) ?? own.get(id));
      if (trusted !== undefined) {
        setParams({
          query: trusted,
          ...(operationName && { operationName }),
          ...(variables && { variables }),
          ...(extensions && { extensions }),
        });
      } else if (query) {
        throw badRequest('This service takes trusted documents only: send "documentId" instead of "query".');
      } else if (id === null) {
        throw badRequest(`Send "documentId"${only ? '' : ', or a document as "query"'}.`);
      } else if (byHash.safeParse(params).success && !byId.safeParse(params).success) {
        // On this message, clients with persisted queries send full documents from then on.
        throw badRequest('PersistedQueryNotSupported');
      } else {
        throw badRequest('This documentId is not a trusted document of the service.');
      }
    },
  };
}

const byId = z.object({ documentId: z.string() });
const byHash = z.object({ extensions: z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) }) });

function documentIdOf(params: unknown, request: Request): string | null {
  const inUrl = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null;
  const id =
    inUrl ??
    byId.safeParse(params).data?.documentId ??
    byHash.safeParse(params).data?.extensions.persistedQuery.sha256Hash;
  return id === undefined ? null : withoutAlgorithm(id);
}

function hashOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

function withoutAlgorithm(id: string): string {
  return id.replace(/^sha256:/, '');
}

function badRequest(message: string): GraphQLError {
  return refusal(new AppError('BAD_REQUEST', message));
}
