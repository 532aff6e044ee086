import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Response } from '@whatwg-node/server';
import type { GraphiQLOptions, Plugin } from 'graphql-yoga';

const whoAmI = `# Credentials go into "Headers" below, as one of
#   { "Authorization": "Api-Key <your key>" }
#   { "Authorization": "Bearer <session token>" }

query WhoAmI {
  viewer {
    kind
    role
    accountName
    deployments
    user {
      identifier
    }
  }
}
`;

const session = `# Mints a session for one of your users.
# A browser exchanges it for a token, once, within 5 minutes.

mutation MintSession($input: GenerateSessionInput!) {
  generateSession(input: $input) {
    sessionId
  }
}
`;

const chat = `# Asks an agent and follows its answer. Append the content of
# deltas; a full event of the same id replaces it.

subscription Ask($input: ChatStreamInput!) {
  chatStream(input: $input) {
    id
    sort
    isDelta
    content
    graphPath
    toolCall {
      name
      input
      result
    }
    error
    state {
      chatId
      status
    }
  }
}
`;

const threads = `# The newest threads with the last message of each.
# The next page: set $after to the endCursor.

query Threads($after: String) {
  chatThreads(first: 10, after: $after) {
    edges {
      node {
        chatId
        title
        updatedAt
        messages(last: 1) {
          edges {
            node {
              content
            }
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

const sql = `# Semantic SQL under the row security of one user.

query Rows($deploymentId: Int!, $query: String!, $sessionSettings: SessionSettingsInput) {
  sql(deploymentId: $deploymentId, query: $query, sessionSettings: $sessionSettings, first: 100) {
    columns {
      name
      columnType
    }
    rows
    totalRows
  }
}
`;

const emma = { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] };

/** What GraphiQL opens with: a tab for each thing that one wants to try first, over the example workspace. */
export const graphiqlOptions: GraphiQLOptions = {
  title: 'Inlay',
  favicon: 'data:,',
  defaultTabs: [
    { query: whoAmI },
    tab(session, { input: { deploymentId: 1, ...emma } }),
    tab(chat, {
      input: { agentId: 1, input: 'How many orders in 2025 by channel?', sessionSettings: emma },
    }),
    { query: threads },
    tab(sql, {
      deploymentId: 1,
      query: 'SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1 ORDER BY 2 DESC',
      sessionSettings: emma,
    }),
  ],
};

function tab(query: string, variables: object): { query: string; variables: string } {
  return { query, variables: JSON.stringify(variables, null, 2) };
}

/** The page with its scripts and styles in it, which are large: as bytes, and compressed. */
export interface GraphiqlPage {
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

let page: Promise<GraphiqlPage> | undefined;

/** Made when somebody first asks, by a thread of its own: to read and compress it would hold this one up. */
export function readGraphiqlPage(): Promise<GraphiqlPage> {
  page ??= new Promise((resolve, reject) => {
    const file = new URL(`graphiql-page${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { workerData: graphiqlOptions });
    worker.once('message', resolve).once('error', reject);
  });
  return page;
}

/** The editor is built on inline scripts, which it also compiles, and workers made of text. Nothing comes from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers a browser that opens the address of the API. */
export function useGraphiql(): Plugin {
  return {
    async onRequest({ request, endResponse }) {
      const { method, headers } = request;
      if (method !== 'GET' || headers.get('accept')?.includes('text/html') !== true) return;
      const { identity, gzip, etag } = await readGraphiqlPage();
      const common = {
        etag,
        // Kept, and asked for again each time.
        'cache-control': 'no-cache',
        vary: 'accept, accept-encoding',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
      };
      const isKnown = headers.get('if-none-match')?.includes(etag) === true;
      if (isKnown) return endResponse(new Response(null, { status: 304, headers: common }));
      const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.get('accept-encoding') ?? '');
      const body = takesGzip ? gzip : identity;
      endResponse(
        new Response(body, {
          headers: {
            ...common,
            'content-type': 'text/html; charset=utf-8',
            'content-length': String(body.length),
            ...(takesGzip && { 'content-encoding': 'gzip' }),
          },
        }),
      );
    },
  };
}
