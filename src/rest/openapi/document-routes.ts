import { createHash } from 'node:crypto';
import { z } from 'zod';
import { answerFile, storeText } from '../../http/answer-file.ts';
import type { Route } from '../route.ts';
import { docsStyle, renderDocsPage } from './docs-page.ts';
import { createOpenApiDocument } from './document.ts';

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
      handle: async ({ request }) => answerFile(request, await openApi(), { 'cache-control': 'no-cache' }),
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
      handle: async ({ request }) =>
        answerFile(request, await page(), {
          'cache-control': 'no-cache',
          'content-security-policy': `default-src 'none'; style-src '${docsStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          'referrer-policy': 'no-referrer',
        }),
    },
  ];
  // Made when they are asked for: a start would wait for them, and most processes never are.
  const document = once(() => createOpenApiDocument([...routes, ...own], basePath));
  const openApi = once(() => storeText('application/json; charset=utf-8', JSON.stringify(document())));
  const page = once(() => storeText('text/html; charset=utf-8', renderDocsPage(document())));
  return own;
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
