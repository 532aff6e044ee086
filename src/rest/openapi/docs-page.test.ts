import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRestDoor } from '../rest-door.ts';
import type { OpenApiDocument } from './document.ts';

let page: string;
let policy: string;
let document: OpenApiDocument;

const nothing = async () => Promise.reject(new Error('The pages ask for nothing.'));

beforeAll(async () => {
  const door = createRestDoor({
    graphql: { authenticate: async () => ({ isUser: false, execute: nothing, subscribe: nothing }) },
    onFailure: () => undefined,
    readReadiness: async () => ({ status: 'ready', checks: {} }),
    basePath: '/inlay',
  });
  const get = (path: string) => {
    const url = new URL(path, 'http://inlay.test');
    return door.handle(new Request(url), url, 'r');
  };
  const response = await get('/docs');
  page = await response.text();
  policy = response.headers.get('content-security-policy') ?? '';
  document = (await (await get('/openapi.json')).json()) as OpenApiDocument;
});

it('describes routes below the path that clients reach them', () => {
  expect(document.servers).toEqual([{ url: '/inlay' }]);
});

describe('/docs', () => {
  it('/docs shows every operation, schema and code', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(10);
    for (const { operationId, summary } of operations) {
      expect(page).toContain(`<h3 id="${operationId}">${summary}</h3>`);
    }
    for (const id of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${id}"`);
    expect(page).toContain('<code>EXTERNAL_USER_LIMIT</code>');
  });

  it('links only to itself, and to what is there', () => {
    const links = [...page.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    const ids = new Set([...page.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => `#${id}`));
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => link !== 'openapi.json' && !ids.has(link))).toEqual([]);
  });

  it('/docs runs no script and loads nothing, as its policy says', () => {
    expect(page).not.toMatch(/<script|<img|<link|@import|url\(/);
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(page).not.toContain('style="');
  });

  it('/docs closes what it opens', () => {
    const open: string[] = [];
    for (const [, close, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (name === 'meta') continue;
      if (close === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});
