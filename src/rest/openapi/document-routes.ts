import { z } from 'zod';
import { jsonResponse, type Route } from '../route.ts';
import { renderDocsPage } from './docs-page.ts';
import { docsStyleHash } from './docs-style.ts';
import { createOpenApiDocument } from './document.ts';

/** `/openapi.json` and `/docs` over `routes` and over themselves, without credentials (contract §4). */
export function documentRoutes(routes: readonly Route[], basePath: string): readonly Route[] {
  const own: readonly Route[] = [
    {
      method: 'GET',
      path: '/openapi.json',
      public: true,
      describe: {
        operationId: 'readOpenApi',
        tag: 'Service',
        summary: 'This description, as OpenAPI 3.1',
        answer: {
          status: 200,
          description: 'The document.',
          content: {
            'application/json': {
              schema: z.looseObject({ openapi: z.literal('3.1.1') }),
              example: { openapi: '3.1.1' },
            },
          },
        },
        errors: [],
      },
      handle: async () => jsonResponse(document),
    },
    {
      method: 'GET',
      path: '/docs',
      public: true,
      describe: {
        operationId: 'readDocs',
        tag: 'Service',
        summary: 'This description, for people',
        answer: {
          status: 200,
          description: 'A page that loads nothing else.',
          content: { 'text/html': { example: '<!doctype html>…' } },
        },
        errors: [],
      },
      handle: async () =>
        new Response(page, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-cache',
            'content-security-policy': `default-src 'none'; style-src '${docsStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
            'referrer-policy': 'no-referrer',
          },
        }),
    },
  ];
  // Now, since it takes too long to do while others wait.
  const document = createOpenApiDocument([...routes, ...own], basePath);
  const page = renderDocsPage(document);
  return own;
}
