import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import { z } from 'zod';
import { jsonResponse, type Route } from '../route.ts';
import { docsStyle, renderDocsPage } from './docs-page.ts';
import { createOpenApiDocument, type OpenApiDocument } from './document.ts';

/** Allows the page's style in its content security policy. */
const docsStyleHash = `sha256-${createHash('sha256').update(docsStyle).digest('base64')}`;

/** `/openapi.json` and `/docs`, which describe `routes` and themselves. */
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
      handle: async () => jsonResponse(document()),
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
        new Response(page(), {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-cache',
            'content-security-policy': `default-src 'none'; style-src '${docsStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
            'referrer-policy': 'no-referrer',
          },
        }),
    },
  ];
  // Made when they are asked for: a start would wait for them, and most processes never are.
  let made: OpenApiDocument | undefined;
  let rendered: string | undefined;
  const document = () => {
    made ??= createOpenApiDocument([...routes, ...own], basePath);
    return made;
  };
  const page = () => {
    rendered ??= renderDocsPage(document());
    return rendered;
  };
  return own;
}
