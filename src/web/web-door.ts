import { randomBytes } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import type { Asset, BuiltPages, PageName } from './built-pages.ts';
import { chooseCoding } from './content-coding.ts';
import { commonHeaders, pageHeaders } from './page-headers.ts';

/** What the build leaves in each page where the nonce belongs (web/vite.config.ts). */
const noncePlaceholder = 'INLAY_CSP_NONCE';
/** What each page has where it is told the path that the service is reached below. */
const basePathPlaceholder = 'INLAY_BASE_PATH';
const allow = 'GET, HEAD, OPTIONS';

export interface WebDoorOptions {
  /** Null when they are not built: their paths then say so, with 503. */
  readonly pages: BuiltPages | null;
  /** The path of the public address, without a trailing slash: pages ask for everything below it. @default none */
  readonly basePath?: string;
  /**
   * Who may show an embedded page in a frame, as sources of a content security policy. Nobody may the console.
   * @default the service itself
   */
  readonly frameAncestors?: (url: URL) => Promise<readonly string[]>;
}

/** The pages for browsers: embedded chat, embedded dashboards, the console (contract §4). */
export interface WebDoor {
  /** Undefined, at once, for a path that is neither a page nor an asset. */
  handle(request: Request, url: URL): Promise<Response> | undefined;
}

export function createWebDoor(options: WebDoorOptions): WebDoor {
  const { pages, basePath = '', frameAncestors = ownFrames } = options;

  async function answerPage(page: PageName, url: URL): Promise<Response> {
    const nonce = randomBytes(16).toString('base64');
    // The console shows the chat, as a host page would, and is shown by nobody.
    const framing =
      page === 'admin'
        ? { frameAncestors: ["'none'"], frameSources: ["'self'"] }
        : { frameAncestors: await frameAncestors(url), frameSources: ["'none'"] };
    const headers = pageHeaders(nonce, framing);
    if (pages === null) return new Response(notBuilt, { status: 503, headers });
    const html = pages.html[page]
      .replaceAll(noncePlaceholder, nonce)
      .replaceAll(basePathPlaceholder, basePath)
      .replaceAll('="./', `="${basePath}/`)
      .replace(anyColorScheme, colorScheme(url));
    return new Response(html, { headers });
  }

  return {
    handle(request, url) {
      const asset = pages?.assets.get(url.pathname);
      if (asset !== undefined) return answerReading(request, async () => answerAsset(request, asset, hashed));
      const hostFile = pages?.hostFiles.get(url.pathname);
      if (hostFile !== undefined)
        return answerReading(request, async () => answerAsset(request, hostFile, forHosts));
      const page = pageAt(url.pathname);
      return page && answerReading(request, () => answerPage(page, url));
    },
  };
}

async function answerReading({ method }: Request, read: () => Promise<Response>): Promise<Response> {
  if (method === 'GET') return read();
  if (method === 'HEAD') {
    const { status, headers } = await read();
    return new Response(null, { status, headers });
  }
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return new Response(`${method} is not allowed here, only ${allow}.\n`, {
    status: 405,
    headers: { ...commonHeaders, allow, 'content-type': 'text/plain; charset=utf-8' },
  });
}

async function ownFrames(): Promise<readonly string[]> {
  return ["'self'"];
}

const anyColorScheme = '<meta name="color-scheme" content="light dark" />';

/** Has the window dark before the scripts of a page that is to be dark whatever the reader's system is. */
function colorScheme({ searchParams }: URL): string {
  const theme = searchParams.get('theme');
  return theme === 'light' || theme === 'dark'
    ? `<meta name="color-scheme" content="${theme}" />`
    : anyColorScheme;
}

/** The console has routes of its own below `/admin`. */
function pageAt(pathname: string): PageName | undefined {
  if (pathname === '/embed/chat') return 'chat';
  if (/^\/embed\/dashboard\/[^/]+$/.test(pathname)) return 'dashboard';
  return /^\/admin(\/|$)/.test(pathname) ? 'admin' : undefined;
}

/** Of a file whose name changes with its content. */
const hashed = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Of a file that pages of any origin load by a name that stays. */
const forHosts = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

function answerAsset(request: Request, asset: Asset, cache: Readonly<Record<string, string>>): Response {
  const coding = chooseCoding(request.headers.get('accept-encoding'), (each) => asset[each] !== undefined);
  const body = asset[coding] ?? asset.identity;
  const etag = `"${asset.hash}-${coding}"`;
  const headers = {
    ...commonHeaders,
    etag,
    vary: 'accept-encoding',
    ...cache,
    'content-type': asset.contentType,
    'content-length': String(body.length),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  };
  if (request.headers.get('if-none-match')?.includes(etag)) {
    const { 'content-length': _, ...rest } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  return new Response(body, { headers });
}

const notBuilt = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Pages not built · Inlay</title>
  <h1>The pages are not built</h1>
  <p>Run <code>npm ci &amp;&amp; npm run build</code> and start the service again. The APIs work without them.</p>
</html>
`;
