import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelConnection } from '../../../src/services/workspace/model-schema.ts';

/** What a model says in one step, in the words of no provider. */
export interface Said {
  /** Unique in the turn, for the ids of what is said. */
  readonly id: string;
  readonly thinking: string;
  readonly calls: readonly { readonly name: string; readonly input: object }[];
  readonly text: string;
}

export interface ProviderRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
}

// biome-ignore lint/suspicious/noExplicitAny: what clients send has any shape, and each rule looks at its own part
export type Json = any;

/** A provider's wire format, written from its public reference, and what it refuses. */
export interface Provider {
  readonly connection: (url: string) => ModelConnection;
  readonly contentType: string;
  readonly encode: (said: Said, body: Json) => Uint8Array;
  /** The header with the key that {@link Provider.connection} has. */
  readonly key: readonly [name: string, value: string];
  readonly path: string;
  /** Steps with tool calls since the last question. */
  readonly stepsOf: (body: Json) => number;
  /** What the provider says of a request that it refuses; undefined for one that it takes. */
  readonly refusal: (body: Json) => string | undefined;
}

/** The signature of a thought. A request with another one is refused. */
export function signatureOf(thinking: string): string {
  return `SIG${Buffer.from(thinking).toString('base64url')}`;
}

const questions = [
  { name: 'svcMeta', input: { searchQuery: 'trips' } },
  { name: 'svcMeta', input: { searchQuery: 'riders' } },
];
const query = {
  name: 'svcSqlApi',
  input: { sqlQuery: 'SELECT email FROM riders', queryTitle: 'Riders', description: 'All of them.' },
};

/** A turn in three steps: two calls at once, a third call, an answer that names the request that it answers. */
export function turn(step: number, take: number): Said {
  const id = `${step}_${take}`;
  if (step === 0)
    return { id, thinking: 'Search first.', calls: questions, text: `Take ${take}: I search. ` };
  if (step === 1) return { id, thinking: 'Now count.', calls: [query], text: '' };
  return { id, thinking: 'It is there.', calls: [], text: answerOf(take) };
}

export function answerOf(take: number): string {
  return `Take ${take}: revenue in 2025 was EUR 1,234,567, of 14 trips.`;
}

export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  /** What was refused, in order. */
  readonly refusals: readonly string[];
}

export interface ProviderServerOptions {
  /** @default {@link turn} */
  readonly says?: (step: number, take: number) => Said;
  /**
   * How many bytes of the response to this request to send before it ends too early, with a broken connection or in order;
   * undefined for all.
   */
  readonly cut?: (
    take: number,
    bytes: number,
  ) => { readonly at: number; readonly breaks: boolean } | undefined;
  /** Answers a request in another way; false for the usual one. */
  readonly fails?: (
    take: number,
  ) => { readonly status: number; readonly headers?: Record<string, string> } | false;
}

/** A local server that speaks a provider's wire format, and refuses what the real one refuses. */
export async function serveProvider(
  provider: Provider,
  { says = turn, cut = () => undefined, fails = () => false }: ProviderServerOptions = {},
): Promise<ProviderServer> {
  const requests: ProviderRequest[] = [];
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body: Json = JSON.parse(Buffer.concat(pieces).toString());
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      const take = requests.length;
      const [name, value] = provider.key;
      const refusal =
        request.headers[name] === value ? provider.refusal(body) : `Incorrect API key in ${name}.`;
      const failure = fails(take);
      if (refusal !== undefined || failure !== false) {
        const message = refusal ?? 'no luck';
        if (refusal !== undefined) refusals.push(refusal);
        const { status, headers } = failure === false ? { status: 400, headers: {} } : failure;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        // Real ones repeat parts of the request in their errors.
        const error = { type: 'invalid_request_error', message: `${message} ${JSON.stringify(body)}` };
        response.end(JSON.stringify({ type: 'error', error, message }));
        return;
      }
      const answer = provider.encode(says(provider.stepsOf(body), take), body);
      response.writeHead(200, { 'content-type': provider.contentType });
      const end = cut(take, answer.length);
      if (end === undefined) response.end(answer);
      else if (!end.breaks) response.end(answer.subarray(0, end.at));
      else response.write(answer.subarray(0, end.at), () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refusals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Server-sent events of these objects. */
export function sse(events: readonly (object | string)[], isNamed = false): Uint8Array {
  const lines = events.map((event) => {
    const name = isNamed ? `event: ${(event as { type: string }).type}\n` : '';
    return `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
  });
  return Buffer.from(lines.join(''));
}
