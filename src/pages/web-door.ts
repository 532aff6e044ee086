import { randomBytes } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import { answerFile } from '../http/answer-file.ts';
import type { BuiltPages, PageName } from './built-pages.ts';
import { commonHeaders, pageHeaders } from './page-headers.ts';
import { type PlainPage, plainPage } from './plain-page.ts';
import { refusedSession } from './refused-session.ts';

/** Stands for the nonce in the built pages (web/vite.config.ts). */
const noncePlaceholder = 'INLAY_CSP_NONCE';
/** Stands for the base path in the built pages. */
const basePathPlaceholder = 'INLAY_BASE_PATH';
const allow = 'GET, HEAD, OPTIONS';

export interface WebDoorOptions {
  /** Null if they are not built. Their paths then return 503. */
  readonly pages: BuiltPages | null;
  /** The path of the public URL, without a trailing slash. Pages send all requests below it. @default none */
  readonly basePath?: string;
  /** Whether GraphiQL is served at `/graphql`. @default false */
  readonly graphiql?: boolean;
  /** How the account of an embedded page wants it. The console may not be framed. @default only the service itself frames it */
  readonly embeddingOf?: (url: URL) => Promise<Embedding>;
}

interface Embedding {
  /** Who may frame the page, as sources of a content security policy. */
  readonly frameAncestors: readonly string[];
  /** Whether the URL names a session that does not exist. @default false */
  readonly isSessionUnknown?: boolean;
  /** As the pages read it from hosts. */
  readonly theme?: { readonly scheme?: string | undefined } | undefined;
  /** BCP 47. */
  readonly locale?: string | undefined;
}

/** The pages for browsers: embedded chat and dashboards, the console, the start page and their assets. */
export interface WebDoor {
  /** Undefined if the request is for neither a page nor an asset. Some pages exist only for requests that accept HTML. */
  handle(request: Request, url: URL): Promise<Response> | undefined;
}

export function createWebDoor(options: WebDoorOptions): WebDoor {
  const { pages, basePath = '', graphiql = false, embeddingOf = ownFrames } = options;

  async function answerPage(page: PageName, url: URL): Promise<Response> {
    const nonce = newNonce();
    // The console frames the chat as a host page would, and may not be framed itself.
    const isConsole = page === 'admin';
    const embedding: Embedding = isConsole ? { frameAncestors: ["'none'"] } : await embeddingOf(url);
    if (embedding.isSessionUnknown === true && url.searchParams.has('host'))
      return refusedSession(nonce, basePath);
    const { frameAncestors } = embedding;
    const headers = pageHeaders(nonce, { frameAncestors, frameSources: [isConsole ? "'self'" : "'none'"] });
    if (pages === null) return new Response(notBuilt, { status: 503, headers });
    const html = pages.html[page]
      .replaceAll(noncePlaceholder, nonce)
      .replaceAll(basePathPlaceholder, basePath)
      .replaceAll('="./', `="${basePath}/`)
      .replace(anyColorScheme, () => colorScheme(url, embedding) + accountDefaults(embedding));
    return new Response(html, { headers });
  }

  async function answerStart(): Promise<Response> {
    const nonce = newNonce();
    const headers = pageHeaders(nonce, { frameAncestors: ["'none'"], frameSources: ["'none'"] });
    return new Response(plainPage(startPage(basePath, graphiql), nonce, basePath), { headers });
  }

  async function answerUnknown(url: URL): Promise<Response> {
    const nonce = newNonce();
    const { frameAncestors } = await embeddingOf(url);
    const framing = { frameAncestors, frameSources: ["'none'"] };
    const headers = pageHeaders(nonce, framing);
    return new Response(plainPage(unknownPage, nonce, basePath), { status: 404, headers });
  }

  return {
    handle(request, url) {
      const asset = pages?.assets.get(url.pathname);
      if (asset !== undefined) return answerReading(request, async () => answerFile(request, asset, hashed));
      const hostFile = pages?.hostFiles.get(url.pathname);
      if (hostFile !== undefined)
        return answerReading(request, async () => answerFile(request, hostFile, forHosts));
      const page = pageAt(url.pathname);
      if (page !== undefined) return answerReading(request, () => answerPage(page, url));
      if (!asksForHtml(request)) return undefined;
      if (url.pathname === '/') return answerReading(request, answerStart);
      return /^\/embed(\/|$)/.test(url.pathname)
        ? answerReading(request, () => answerUnknown(url))
        : undefined;
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

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Browsers accept HTML when they navigate. API clients accept JSON or anything. */
function asksForHtml({ headers }: Request): boolean {
  return /\btext\/html\b/i.test(headers.get('accept') ?? '');
}

function startPage(basePath: string, graphiql: boolean): PlainPage {
  return {
    title: 'Inlay',
    text: 'Embedded analytics: dashboards, and an agent that answers questions about data, for the users of your product.',
    links: [
      {
        href: `${basePath}/admin/get-started`,
        title: 'Get started',
        text: 'See what one of your users will see, and put the same into your product.',
      },
      {
        href: `${basePath}/admin`,
        title: 'Console',
        text: 'Users, sessions, threads and keys. It asks for an admin key.',
      },
      {
        href: `${basePath}/docs`,
        title: 'REST reference',
        text: 'Every path, with its parameters and answers.',
      },
      ...(graphiql
        ? [
            {
              href: `${basePath}/graphql`,
              title: 'GraphiQL',
              text: 'Try the GraphQL API, with its descriptions.',
            },
          ]
        : []),
    ],
    more: `<p>Chats and dashboards are opened with a session that your server mints: <code>${basePath}/embed/chat?session=…</code>
      and <code>${basePath}/embed/dashboard/NAME?session=…</code>, or without a name for the list of all dashboards.</p>`,
  };
}

const unknownPage: PlainPage = {
  title: 'There is no such page',
  text: 'Go back to the application that this page belongs to, and open it again from there.',
  more: '<p>A chat is at <code>/embed/chat</code>, dashboards are at <code>/embed/dashboard</code>, each at <code>/embed/dashboard/</code> and its name.</p>',
};

async function ownFrames(): Promise<Embedding> {
  return { frameAncestors: ["'self'"] };
}

const anyColorScheme = '<meta name="color-scheme" content="light dark" />';

/** Applies `?theme=`, or the account's, before scripts run, so that a dark page does not flash white. */
function colorScheme({ searchParams }: URL, { theme: look }: Embedding): string {
  const theme = searchParams.get('theme') ?? look?.scheme;
  return theme === 'light' || theme === 'dark'
    ? `<meta name="color-scheme" content="${theme}" />`
    : anyColorScheme;
}

/** What the account sets for its pages, where they find it before they ask for anything (web/src/shared/account-defaults.ts). */
function accountDefaults({ theme, locale }: Embedding): string {
  if (theme === undefined && locale === undefined) return '';
  const text = JSON.stringify({ theme, locale }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<meta name="account-defaults" content="${text.replaceAll('<', '&lt;')}" />`;
}

/** The console has its own routes below `/admin`. */
function pageAt(pathname: string): PageName | undefined {
  if (pathname === '/embed/chat') return 'chat';
  if (/^\/embed\/dashboard(\/[^/]*)?$/.test(pathname)) return 'dashboard';
  return /^\/admin(\/|$)/.test(pathname) ? 'admin' : undefined;
}

/** For files whose names change with their content. */
const hashed = { ...commonHeaders, 'cache-control': 'public, max-age=31536000, immutable' };
/** For files that pages of any origin load by a fixed name. */
const forHosts = {
  ...commonHeaders,
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

const notBuilt = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Pages not built · Inlay</title>
  <h1>The pages are not built</h1>
  <p>Run <code>npm ci &amp;&amp; npm run build</code> and restart the service. The APIs work without them.</p>
</html>
`;
