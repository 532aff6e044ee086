import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Time between two looks at the readiness of a service. */
const lookMs = 50;

/**
 * Gives each connection to the next service that says that it is ready, as a load balancer of TCP does. A service that
 * cannot be reached at all is passed over; whatever happens once bytes flow is between client and service.
 */
export class LoadBalancer implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** By address: whether it was ready at the last look. */
  readonly #services = new Map<string, boolean>();
  #turn = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.#pass(socket));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<LoadBalancer> {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoadBalancer(server);
  }

  /** Resolves once the service is ready, and has a share in the connections. */
  async add(url: string): Promise<void> {
    this.#services.set(url, false);
    while (!(await isReady(url))) await pause();
    this.#services.set(url, true);
    void this.#watch(url);
  }

  remove(url: string): void {
    this.#services.delete(url);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#services.clear();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #watch(url: string): Promise<void> {
    while (this.#services.has(url)) {
      const ready = await isReady(url);
      if (this.#services.has(url)) this.#services.set(url, ready);
      await pause();
    }
  }

  #pass(client: Socket): void {
    const ready = [...this.#services].flatMap(([url, isUp]) => (isUp ? [url] : []));
    this.#turn += 1;
    this.#sockets.add(client);
    client.on('error', () => {}).once('close', () => this.#sockets.delete(client));
    const attempt = (left: readonly string[]): void => {
      const [next, ...others] = left;
      if (next === undefined) {
        client.destroy();
        return;
      }
      const { hostname, port } = new URL(next);
      const service = connect(Number(port), hostname);
      const refused = () => attempt(others);
      service.setNoDelay(true).once('error', refused);
      service.once('connect', () => {
        service.off('error', refused).on('error', () => client.destroy());
        service.once('close', () => client.destroy());
        client.once('close', () => service.destroy());
        client.setNoDelay(true).pipe(service).pipe(client);
      });
    };
    const first = ready.length === 0 ? 0 : this.#turn % ready.length;
    attempt([...ready.slice(first), ...ready.slice(0, first)]);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lookMs));
}
