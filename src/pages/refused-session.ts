import { Response } from '@whatwg-node/fetch';
import { pageHeaders } from './page-headers.ts';
import { plainPage } from './plain-page.ts';

/** As host pages read it (`readPageMessage` of `@inlay/client/embed`). */
const message = {
  source: 'inlay',
  type: 'error',
  code: 'UNAUTHENTICATED',
  message:
    'The session is unknown. Does getSession return the sessionId that this service has given your server?',
};

/**
 * The page of a session that does not exist, which tells its host so. No account says who may frame it, so all may: it holds
 * nothing, and says no more than an exchange of the session does.
 */
export function refusedSession(nonce: string, basePath: string): Response {
  const headers = pageHeaders(nonce, {
    frameAncestors: ['*'],
    frameSources: ["'none'"],
    scriptSources: [`'nonce-${nonce}'`],
  });
  const page = {
    title: 'This page needs a valid link',
    text: 'Open it from the application that it belongs to.',
    more: `<script nonce="${nonce}">parent.postMessage(${JSON.stringify(message)}, '*')</script>`,
  };
  return new Response(plainPage(page, nonce, basePath), { headers });
}
