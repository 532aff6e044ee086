import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request of an agent, answered piece by piece as the test tells. */
export class ModelCall {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  /** The provider's name of the model. */
  readonly model: string;
  /** All of the request. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
  readonly #response: ServerResponse;

  constructor(
    body: Pick<ModelCall, 'messages' | 'model'>,
    headers: ModelCall['headers'],
    response: ServerResponse,
  ) {
    this.messages = body.messages;
    this.model = body.model;
    this.settings = { ...body };
    this.headers = headers;
    this.#response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
  }

  say(text: string): void {
    this.#send({ delta: { role: 'assistant', content: text }, finish_reason: null });
  }

  /** Asks for a tool and ends this step. */
  call(id: string, name: string, input: object): void {
    const asked = { index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
    this.#send({ delta: { role: 'assistant', tool_calls: [asked] }, finish_reason: null });
    this.end('tool_calls');
  }

  /** Says what the call took. */
  count(usage: object): void {
    this.#send({ delta: {}, finish_reason: null }, usage);
  }

  end(reason = 'stop'): void {
    this.#send({ delta: {}, finish_reason: reason });
    this.#response.end('data: [DONE]\n\n');
  }

  /** Breaks the connection. */
  cut(): void {
    this.#response.destroy();
  }

  #send(choice: object, usage?: object): void {
    const chunk = {
      ...(usage && { usage }),
      id: 'c',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'test',
      choices: [{ index: 0, ...choice }],
    };
    this.#response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}

export interface ModelServer extends AsyncDisposable {
  /** For `OPENAI_COMPATIBLE_BASE_URL`. */
  readonly url: string;
}

/**
 * A provider that speaks OpenAI's wire format over real HTTP. A call whose client has gone is closed.
 * @param answer decides what each call is answered, and when
 */
export async function openModelServer(
  answer: (call: ModelCall) => void | Promise<void>,
): Promise<ModelServer> {
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Pick<ModelCall, 'messages' | 'model'>;
    await answer(new ModelCall(body, request.headers, response));
  }
  const server = createServer((request, response) => void handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
