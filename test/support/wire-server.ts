import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse) => void;

export interface WireServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
}

/** A local server that answers each request with the next of these, over real HTTP. */
export async function serve(answers: readonly Answer[]): Promise<WireServer> {
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      });
      (answers[requests.length - 1] ?? status(500))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function status(
  code: number,
  headers: Record<string, string> = {},
  body: object = { error: { type: 'error', message: 'no luck' } },
): Answer {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Server-sent events; each in two writes, so that a reader has to put them together. */
export function events(
  list: readonly unknown[],
  options: { readonly named?: boolean; readonly cut?: boolean } = {},
): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of list) {
      const name = options.named === true ? `event: ${(event as { type: string }).type}\n` : '';
      const text = `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
      response.write(text.slice(0, 9));
      response.write(text.slice(9));
    }
    if (options.cut === true) setImmediate(() => response.destroy());
    else response.end();
  };
}
