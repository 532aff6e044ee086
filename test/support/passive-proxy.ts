import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What is asked again elsewhere although it may have reached a service. */
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * A proxy that balances as nginx does by itself: it asks nobody whether they are ready, gives each request to the next
 * service, on a connection of its own, and passes it on when that cannot be reached, or fails to answer what may be asked
 * twice. Who has failed is left out for a while. What fails is answered with 502: `refused` by all, or `cut`.
 */
export class PassiveProxy implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #services: readonly string[];
  readonly #failTimeoutMs: number;
  readonly #failedAt = new Map<string, number>();
  #turn = 0;

  private constructor(server: Server, services: readonly string[], failTimeoutMs: number) {
    this.#server = server;
    this.#services = services;
    this.#failTimeoutMs = failTimeoutMs;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  static async open(services: readonly string[], failTimeoutMs: number): Promise<PassiveProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PassiveProxy(server, services, failTimeoutMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method = 'GET', url = '/' } = incoming;
    const headers = { ...incoming.headers, connection: 'close', 'content-length': body.length };
    for (const service of this.#order()) {
      const answer = await ask(new URL(url, service), method, headers, body);
      if (answer instanceof Error) {
        this.#failedAt.set(service, performance.now());
        const isSent = !('syscall' in answer && answer.syscall === 'connect');
        if (!isSent || repeatable.has(method)) continue;
        outgoing.writeHead(502).end(`cut: ${answer.message}`);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      outgoing.on('close', () => answer.destroy());
      return;
    }
    outgoing.writeHead(502).end('refused');
  }

  /** All that have not failed lately, beginning with the next. */
  #order(): string[] {
    this.#turn += 1;
    const from = this.#turn % this.#services.length;
    const order = [...this.#services.slice(from), ...this.#services.slice(0, from)];
    const isUp = (service: string) =>
      performance.now() - (this.#failedAt.get(service) ?? Number.NEGATIVE_INFINITY) > this.#failTimeoutMs;
    return order.filter(isUp);
  }
}

function ask(
  url: URL,
  method: string,
  headers: OutgoingHttpHeaders,
  body: Buffer,
): Promise<IncomingMessage | Error> {
  return new Promise((resolve) => {
    request(url, { method, headers, agent: false }, resolve).on('error', resolve).end(body);
  });
}
