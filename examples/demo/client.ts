import { z } from 'zod';
import { readNdjson } from './read-ndjson.ts';

/** Something that the demo expected did not happen; the message says what, for a person. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** A caller of the REST API, as any product would write one. */
export interface Client {
  /** @param authorization value of the header, or null for none. @throws DemoError unless the answer is of the 2xx */
  post(path: string, authorization: string | null, body: object): Promise<unknown>;
  /** The lines of a chat stream as they arrive. @throws DemoError */
  stream(path: string, authorization: string, body: object): Promise<AsyncIterable<unknown>>;
}

export function createClient(baseUrl: string): Client {
  async function send(path: string, authorization: string | null, body: object): Promise<Response> {
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === null ? {} : { authorization }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new DemoError(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  return {
    post: async (path, authorization, body) => (await send(path, authorization, body)).json(),
    async stream(path, authorization, body) {
      const response = await send(path, authorization, body);
      if (response.body === null) throw new DemoError(`POST ${path} answered without a body`);
      return readNdjson(response.body);
    },
  };
}

export const generatedSession = z.object({ sessionId: z.string() });
export const exchangedSession = z.object({ token: z.string(), expiresAt: z.string() });
