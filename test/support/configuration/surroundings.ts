import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/db/database.ts';
import type { PrismaClient } from '../../../src/db/generated/client.ts';
import { Collector } from '../collector.ts';
import { createPostgresDatabase, fillDataDirectory } from '../database.ts';
import { freePort } from '../free-port.ts';
import { redisUrl } from '../redis.ts';

const { TEST_DATABASE_URL: serverUrl } = process.env;

/** Whether there are a PostgreSQL and a Redis for tests. */
export const hasServers = Boolean(serverUrl && redisUrl);

/** Agents of the surroundings' workspace, by the provider of their model. */
export const providerAgents = { openai: 91, anthropic: 92, 'openai-compatible': 93 } as const;
export type Provider = keyof typeof providerAgents;

/** Everything that environment variables of one process may point to. */
export interface Surroundings extends AsyncDisposable {
  /** The first account of chat-workspace, with the `providerAgents`. */
  readonly workspace: string;
  readonly dataDir: string;
  /** Trusted documents: one, whose id is `documentId`. */
  readonly documents: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly providers: ProviderServer;
  readonly collector: Collector;
  /** A PostgreSQL database of its own; absent without a server. */
  readonly databaseUrl: string | undefined;
  readonly prisma: PrismaClient | undefined;
}

/** `{ viewer { kind } }` in the file of trusted documents. */
export const documentId = 'a'.repeat(64);

export async function openSurroundings(): Promise<Surroundings> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'inlay-configuration-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [workspace, dataDir, documents] = ['workspace', 'state', 'documents.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await cp(join(import.meta.dirname, '../chat-workspace'), workspace, { recursive: true });
  const agents = Object.entries(providerAgents).map(
    ([provider, id]) =>
      `      - { id: ${id}, name: ${provider}, deploymentId: 1, model: "${provider}:some" }\n`,
  );
  const file = join(workspace, 'inlay.yml');
  const text = await readFile(file, 'utf8');
  // Its other accounts would only make each start take longer.
  const [first = ''] = text.split('  - name: rival\n');
  const reused = first.replace('type: duckdb\n', 'type: duckdb\n          cache: { every: 1 day }\n');
  await writeFile(file, reused.replace('    agents:\n', `    agents:\n${agents.join('')}`));
  await fillDataDirectory(dataDir);
  await writeFile(documents, JSON.stringify({ [documentId]: '{ viewer { kind } }' }));
  const providers = stack.use(await ProviderServer.open());
  const collector = stack.use(await Collector.open());
  const databaseUrl = hasServers ? stack.use(await createPostgresDatabase()).url : undefined;
  const database = databaseUrl && stack.use(await openDatabase({ databaseUrl, poolSize: 1 }));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const disposables = stack.move();
  return {
    workspace,
    dataDir,
    documents,
    port,
    metricsPort,
    providers,
    collector,
    databaseUrl,
    prisma: database ? database.prisma : undefined,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** All providers at once, which keep whoever asks waiting; their addresses end in the provider's name. */
export class ProviderServer implements AsyncDisposable {
  readonly #server = createServer((request) => {
    request.resume();
    const [, provider = ''] = request.url?.split('/') ?? [];
    this.#slot(provider).resolve({ path: request.url ?? '', headers: request.headers });
  });
  readonly #requests = new Map<string, PromiseWithResolvers<ProviderRequest>>();

  static async open(): Promise<ProviderServer> {
    const server = new ProviderServer();
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  urlOf(provider: Provider): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${provider}/v1`;
  }

  /** The first request that a provider gets. */
  requestTo(provider: Provider): Promise<ProviderRequest> {
    return this.#slot(provider).promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #slot(provider: string): PromiseWithResolvers<ProviderRequest> {
    const slot = this.#requests.get(provider) ?? Promise.withResolvers<ProviderRequest>();
    this.#requests.set(provider, slot);
    return slot;
  }
}
