import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { AppError, errorCodes } from '../errors.ts';
import { parseJson, readText } from '../http/body.ts';

/**
 * Takes bodies of JSON only. Other types, which a page of another origin may send without asking first, are refused, so
 * that no such page can make a browser change anything here. Bodies are read as the REST door reads its own.
 */
export function useJsonBody(): Plugin {
  return {
    onRequestParse({ request, setRequestParser }) {
      if (request.method !== 'POST') return;
      const [type] = (request.headers.get('content-type') ?? '').split(';');
      if (type?.trim() !== 'application/json') {
        throw refusal(
          new AppError(
            'UNSUPPORTED_MEDIA_TYPE',
            'The body must be JSON: send "Content-Type: application/json".',
          ),
        );
      }
      setRequestParser(() => readParams(request).catch((error) => Promise.reject(refusal(error))));
    },
  };
}

async function readParams(request: Request): Promise<GraphQLParams | GraphQLParams[]> {
  const body = parseJson(await readText(request));
  if (typeof body === 'object' && body !== null) return body;
  throw new AppError(
    'BAD_REQUEST',
    'The body must be a JSON object with a `query`, or a list of such objects.',
  );
}

/** As the server answers it over HTTP: with the status of its code. */
function refusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message } = error;
  return new GraphQLError(message, { extensions: { code, http: { status: errorCodes[code].status } } });
}
