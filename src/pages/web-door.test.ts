import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltPages, readBuiltPages } from './built-pages.ts';
import { createWebDoor } from './web-door.ts';

const script = 'console.log("chat");\n'.repeat(20);
const hostScript = 'var Inlay = {};\n'.repeat(20);
let folder: string;
let pages: BuiltPages | null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-web-'));
  await mkdir(join(folder, 'assets'));
  for (const page of ['chat', 'dashboard', 'admin']) {
    await writeFile(
      join(folder, `${page}.html`),
      `<meta name="color-scheme" content="light dark" /><meta nonce="INLAY_CSP_NONCE"><meta name="base-path" content="INLAY_BASE_PATH"><script src="./assets/chat-1.js"></script><title>${page}</title>`,
    );
  }
  await writeFile(join(folder, 'assets', 'chat-1.js'), script);
  await writeFile(join(folder, 'assets', 'chat-1.js.br'), brotliCompressSync(script));
  await mkdir(join(folder, 'host'));
  await writeFile(join(folder, 'host', 'embed.js'), hostScript);
  await writeFile(join(folder, 'host', 'embed.js.br'), brotliCompressSync(hostScript));
  await writeFile(join(folder, 'host', 'embed.d.ts'), 'declare const Inlay: object;');
  pages = await readBuiltPages(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function ask(path: string, init: RequestInit = {}, door = createWebDoor({ pages })) {
  const request = new Request(`https://inlay.test${path}`, init);
  return door.handle(request, new URL(request.url));
}

function policyOf(response: Response | undefined): string[] {
  return (response?.headers.get('content-security-policy') ?? '').split('; ');
}

describe('pages', () => {
  test.each([
    ['/embed/chat?session=1', 'chat'],
    ['/embed/dashboard/sales?session=1', 'dashboard'],
    ['/embed/dashboard?session=1', 'dashboard'],
    ['/embed/dashboard/', 'dashboard'],
    ['/admin', 'admin'],
    ['/admin/', 'admin'],
    ['/admin/users/1', 'admin'],
  ])('%s is the page %s', async (path, title) => {
    const response = await ask(path);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response?.headers.get('cache-control')).toBe('no-store');
    expect(response?.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response?.text()).toContain(`<title>${title}</title>`);
  });

  test.each([
    '/',
    '/embed',
    '/embed/chat/x',
    '/embed/dashboards',
    '/embed/dashboard/a/b',
    '/administrator',
    '/assets',
    '/assets/chat-1.js.br',
    '/assets/none.js',
    '/assets/../chat.html',
    '/assets/%2e%2e/chat.html',
  ])('%s is not a page', (path) => {
    expect(ask(path)).toBeUndefined();
  });

  const forPeople = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  test('the start page links to everything and cannot be framed', async () => {
    const response = await ask('/', forPeople, createWebDoor({ pages: null, basePath: '/inlay' }));
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(policyOf(response)).toContain("frame-ancestors 'none'");
    const html = (await response?.text()) ?? '';
    const links = (text: string) => [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
    expect(links(html)).toEqual(['/inlay/admin/get-started', '/inlay/admin', '/inlay/docs']);
    const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1];
    expect(policyOf(response)).toContain(`style-src 'self' 'nonce-${nonce}'`);
    const open = await ask('/', forPeople, createWebDoor({ pages, graphiql: true }));
    expect(links((await open?.text()) ?? '')).toEqual(['/admin/get-started', '/admin', '/docs', '/graphql']);
    expect((await ask('/', { ...forPeople, method: 'POST' }))?.status).toBe(405);
  });

  test.each(['/embed', '/embed/', '/embed/chat/x', '/embed/dashboards', '/embed/dashboard/a/b'])(
    '%s is a 404 page for browsers',
    async (path) => {
      const door = createWebDoor({
        pages,
        embeddingOf: async () => ({ frameAncestors: ['https://acme.test'] }),
      });
      const response = await ask(path, forPeople, door);
      expect(response?.status).toBe(404);
      expect(policyOf(response)).toContain('frame-ancestors https://acme.test');
      expect(await response?.text()).toContain('<h1>There is no such page</h1>');
    },
  );

  test('requests of API clients are not handled', () => {
    for (const accept of ['application/json', '*/*', 'application/problem+json']) {
      expect(ask('/', { headers: { accept } })).toBeUndefined();
      expect(ask('/embed/', { headers: { accept } })).toBeUndefined();
    }
    expect(ask('/api/v1/none', forPeople)).toBeUndefined();
  });

  test('every response has its own nonce, in the page and in its policy', async () => {
    const [one, other] = [await ask('/admin'), await ask('/admin')];
    const nonce = /nonce="([^"]+)"/.exec((await one?.text()) ?? '')?.[1];
    expect(policyOf(one)).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(await other?.text()).not.toContain(`"${nonce}"`);
  });

  test('the policy allows neither foreign nor inline scripts', async () => {
    const policy = policyOf(await ask('/embed/chat'));
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy.join()).not.toContain('unsafe');
  });

  test.each([
    ['', '/assets/chat-1.js'],
    ['/inlay', '/inlay/assets/chat-1.js'],
  ])('pages with the base path "%s", a page loads its script from %s', async (basePath, script) => {
    const html = await (await ask('/embed/chat', {}, createWebDoor({ pages, basePath })))?.text();
    expect(html).toContain(`<script src="${script}">`);
    expect(html).toContain(`<meta name="base-path" content="${basePath}">`);
  });

  test.each([
    ['', 'light dark'],
    ['?theme=dark', 'dark'],
    ['?theme=light', 'light'],
    ['?theme="><script>', 'light dark'],
  ])('pages with the query "%s" the color scheme is %s', async (search, scheme) => {
    expect(await (await ask(`/embed/chat${search}`))?.text()).toContain(
      `name="color-scheme" content="${scheme}"`,
    );
  });

  test('allowed hosts can frame the embedded pages, and nobody can frame the console', async () => {
    expect(policyOf(await ask('/embed/chat'))).toContain("frame-ancestors 'self'");
    const door = createWebDoor({
      pages,
      embeddingOf: async (url) => ({
        frameAncestors: ["'self'", `https://${url.searchParams.get('session')}.test`],
      }),
    });
    expect(policyOf(await ask('/embed/chat?session=acme', {}, door))).toContain(
      "frame-ancestors 'self' https://acme.test",
    );
    expect(policyOf(await ask('/admin?session=acme', {}, door))).toContain("frame-ancestors 'none'");
    expect(policyOf(await ask('/admin'))).toContain("frame-src 'self'");
    expect(policyOf(await ask('/embed/chat'))).toContain("frame-src 'none'");
  });

  test('a host is told that a session is unknown, whoever it is, and nothing else', async () => {
    const door = createWebDoor({
      pages,
      embeddingOf: async () => ({ frameAncestors: ["'self'"], isSessionUnknown: true }),
    });
    const told = await ask('/embed/chat?session=none&host=https://x.test', {}, door);
    const html = (await told?.text()) ?? '';
    const nonce = /<script nonce="([^"]+)"/.exec(html)?.[1];
    expect(policyOf(told)).toEqual(
      expect.arrayContaining(['frame-ancestors *', `script-src 'nonce-${nonce}'`, "connect-src 'self'"]),
    );
    expect(html).toContain('"code":"UNAUTHENTICATED"');
    expect(html).not.toContain('x.test');
    const alone = await ask('/embed/chat?session=none', {}, door);
    expect(policyOf(alone)).toContain("frame-ancestors 'self'");
    expect(await alone?.text()).toContain('<title>chat</title>');
  });

  test('an account sets the look and locale of its pages, whatever is in them, and none of the console', async () => {
    const theme = { scheme: 'dark', fontFamily: `"><script>alert('x')</script>&` };
    const door = createWebDoor({
      pages,
      embeddingOf: async () => ({ frameAncestors: ["'self'"], theme, locale: 'de' }),
    });
    const html = await (await ask('/embed/chat', {}, door))?.text();
    expect(html).toContain('name="color-scheme" content="dark"');
    const [, written = ''] = /<meta name="account-defaults" content="([^"]*)" \/>/.exec(html ?? '') ?? [];
    const text = written.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(JSON.parse(text)).toEqual({ theme, locale: 'de' });
    expect(await (await ask('/embed/chat?theme=light', {}, door))?.text()).toContain('content="light"');
    for (const path of ['/admin', '/embed/chat']) {
      expect(await (await ask(path))?.text()).not.toContain('account-defaults');
    }
  });

  test('pages that are not built say how to build them', async () => {
    expect(await readBuiltPages(join(folder, 'nowhere'))).toBeNull();
    const response = await ask('/embed/chat', {}, createWebDoor({ pages: null }));
    expect(response?.status).toBe(503);
    expect(await response?.text()).toContain('npm run build');
    expect(ask('/assets/chat-1.js', {}, createWebDoor({ pages: null }))).toBeUndefined();
  });
});

describe('assets', () => {
  test('assets are compressed for clients that accept it, and cached', async () => {
    const response = await ask('/assets/chat-1.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response?.headers.get('content-encoding')).toBe('br');
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response?.headers.get('vary')).toBe('accept-encoding');
    const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(brotliDecompressSync(body).toString()).toBe(script);
  });

  test('assets are not compressed for other clients', async () => {
    const response = await ask('/assets/chat-1.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response?.headers.get('content-encoding')).toBeNull();
    expect(await response?.text()).toBe(script);
  });

  test('assets that the client has are not sent again', async () => {
    const first = await ask('/assets/chat-1.js');
    const etag = first?.headers.get('etag') ?? '';
    const again = await ask('/assets/chat-1.js', { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect(again?.status).toBe(304);
    expect(await again?.text()).toBe('');
    const other = await ask('/assets/chat-1.js', {
      headers: { 'if-none-match': etag, 'accept-encoding': 'br' },
    });
    expect(other?.status).toBe(200);
  });
});

describe('methods', () => {
  test.each(['/admin', '/assets/chat-1.js'])('HEAD %s has the headers of GET and no body', async (path) => {
    const [head, get] = [await ask(path, { method: 'HEAD' }), await ask(path)];
    expect(head?.status).toBe(200);
    expect([...(head?.headers.keys() ?? [])]).toEqual([...(get?.headers.keys() ?? [])]);
    expect(await head?.text()).toBe('');
  });

  test('other methods are refused with 405 and Allow', async () => {
    const refused = await ask('/admin', { method: 'POST' });
    expect(refused?.status).toBe(405);
    expect(refused?.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const options = await ask('/admin', { method: 'OPTIONS' });
    expect(options?.status).toBe(204);
    expect(options?.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the script of host pages', () => {
  test('embed.js has a fixed name, is revalidated, and can be loaded by any origin', async () => {
    const response = await ask('/embed.js', { headers: { 'accept-encoding': 'br' } });
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response?.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response?.headers.get('access-control-allow-origin')).toBe('*');
    expect(response?.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(brotliDecompressSync(body).toString()).toBe(hostScript);
    const etag = response?.headers.get('etag') ?? '';
    const again = await ask('/embed.js', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again?.status).toBe(304);
    expect(again?.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('embed.js is served with its types, and nothing else of its folder', async () => {
    expect((await ask('/embed.d.ts'))?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await ask('/embed.js.br')).toBeUndefined();
    expect((await ask('/assets/chat-1.js'))?.headers.get('access-control-allow-origin')).toBeNull();
  });
});
