import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';

export interface HostOptions {
  /** Where the service is reached, without a trailing slash. */
  readonly inlayUrl: string;
  /** An admin key of the service: it never leaves this server. */
  readonly apiKey: string;
}

/** Who may sign in here, and what each may see. A real host has accounts and passwords instead. */
const users: Readonly<Record<string, { readonly region: string }>> = {
  emma: { region: 'EU' },
  sam: { region: 'US' },
};

const files: Readonly<Record<string, string>> = {
  '/': 'text/html; charset=utf-8',
  '/host.css': 'text/css; charset=utf-8',
  '/host.js': 'text/javascript; charset=utf-8',
};

/** A product with analytics in it: pages of its own, and one address that mints sessions for whoever is signed in. */
export function createHost({ inlayUrl, apiKey }: HostOptions): RequestListener {
  /** Has the service mint a session with the rights of this user. */
  async function mintSession(name: string, region: string): Promise<string> {
    const answer = await fetch(`${inlayUrl}/api/v1/embed/generate-session`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        deploymentId: 1,
        externalId: name,
        userAttributes: [{ name: 'region', value: [region] }],
        // All users of this product are colleagues, who may share dashboards.
        embedTenantName: 'northwind',
      }),
    });
    if (!answer.ok) throw new Error(`generate-session answered ${answer.status}: ${await answer.text()}`);
    const { sessionId } = (await answer.json()) as { sessionId: string };
    return sessionId;
  }

  async function answer(path: string, query: URLSearchParams, response: ServerResponse): Promise<void> {
    const type = files[path];
    if (type !== undefined) {
      const text = await readFile(join(import.meta.dirname, path === '/' ? 'host.html' : path), 'utf8');
      response.writeHead(200, { 'content-type': type }).end(text.replaceAll('{{inlayUrl}}', inlayUrl));
      return;
    }
    const name = query.get('user') ?? '';
    const user = Object.hasOwn(users, name) ? users[name] : undefined;
    if (path !== '/session' || user === undefined) {
      response.writeHead(404).end();
      return;
    }
    const sessionId = await mintSession(name, user.region);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ sessionId }));
  }

  return ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    answer(pathname, searchParams, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  };
}
