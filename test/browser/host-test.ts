import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningService, startService } from '../../examples/demo/start-service.ts';
import { createHost } from '../../examples/host/host.ts';
import { fillDataDirectory } from '../support/database.ts';
import { browserTest } from './browser-test.ts';

interface HostServer extends AsyncDisposable {
  readonly origin: string;
  listener: RequestListener;
}

/** A server of host pages on a free port; what it answers is set once the service is there. */
export async function openHostServer(): Promise<HostServer> {
  const server = createServer((request, response) => host.listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host: HostServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listener: (_request, response) => void response.writeHead(503).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return host;
}

/** Tests of the example host page, beside a service that may be framed by it. */
export const hostTest = browserTest
  .extend<{ host: HostServer }>({
    host: [
      // biome-ignore lint/correctness/noEmptyPattern: fixtures are named by a pattern
      async ({}, use) => {
        await using host = await openHostServer();
        await use(host);
      },
      { scope: 'file' },
    ],
  })
  .extend<{ service: RunningService }>({
    service: [
      async ({ host }: { host: HostServer }, use: (service: RunningService) => Promise<void>) => {
        await using service = await startService({
          embedOrigins: [host.origin],
          publicPath: '/inlay',
          fill: fillDataDirectory,
        });
        host.listener = createHost({ inlayUrl: service.url, apiKey: service.adminKey });
        await use(service);
      },
      { scope: 'file' },
    ],
  });
