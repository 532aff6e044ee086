import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a load balancer does to a connection: passes bytes on, and cuts it when there are none for too long. */
export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  /** Chunks that came from the service. */
  readonly chunks: number;
  /** Connections that were cut because nothing was sent. */
  readonly idleCuts: number;
  /** Cuts all connections, without a word to either side. */
  cut(): void;
  /** Passes nothing on any more, and keeps all connections, new ones too. */
  freeze(): void;
  /** Refuses new connections, until it listens again. */
  refuse(): void;
  listen(): Promise<void>;
}

/** @param idleMs how long a connection may be silent. @default as long as it likes */
export async function openTcpProxy(target: string, idleMs = 2 ** 30): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const connections = new Set<Socket>();
  let isFrozen = false;
  const counts = { chunks: 0, idleCuts: 0 };
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    let moved = 0;
    const pair = [client, service] as const;
    const end = () => {
      for (const socket of pair) socket.destroy();
    };
    // The first byte may take its time.
    let timer: NodeJS.Timeout | undefined;
    const checkIdle = () => {
      const before = moved;
      // What arrived while this process was busy counts as sent in time.
      setImmediate(() => {
        if (moved !== before || client.destroyed) return;
        counts.idleCuts += 1;
        end();
      });
    };
    const pass = (to: Socket) => (chunk: Buffer) => {
      if (isFrozen) return;
      moved += 1;
      timer?.refresh();
      to.write(chunk);
    };
    client.on('data', pass(service));
    service.on('data', (chunk) => {
      counts.chunks += 1;
      timer ??= setInterval(checkIdle, idleMs);
      pass(client)(chunk);
    });
    connections.add(client);
    for (const socket of pair) {
      socket.on('error', end);
      socket.once('close', () => {
        clearInterval(timer);
        connections.delete(client);
        end();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  const cut = () => {
    for (const connection of connections) connection.destroy();
  };
  return {
    url: `http://127.0.0.1:${ownPort}`,
    get chunks() {
      return counts.chunks;
    },
    get idleCuts() {
      return counts.idleCuts;
    },
    cut,
    freeze() {
      isFrozen = true;
    },
    refuse() {
      server.close();
    },
    async listen() {
      server.listen(ownPort, '127.0.0.1');
      await once(server, 'listening');
    },
    async [Symbol.asyncDispose]() {
      cut();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
