import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GraphiQLOptions, Plugin } from 'graphql-yoga';
import { answerFile, type StoredFile } from '../http/answer-file.ts';

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
# deltas; the finished message replaces it.

subscription Ask($input: ChatStreamInput!) {
  chatStream(input: $input) {
    __typename
    ... on ThreadEvent {
      sort
    }
    ... on ChatStarted {
      chatId
    }
    ... on ChatDelta {
      messageId
      content
    }
    ... on ChatMessageFinished {
      message {
        id
        kind
        content
        toolCall {
          sqlQuery
          result {
            ... on SqlToolResult {
              rows
            }
            ... on ToolError {
              message
            }
          }
        }
      }
    }
    ... on ChatFailed {
      error
    }
    ... on ChatEnded {
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

/** GraphiQL opens with a tab for everything that is worth trying first in the example workspace. */
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

let page: Promise<StoredFile> | undefined;

/** Rendered on first use, in another thread: reading and compressing the page would block this one. */
export function readGraphiqlPage(): Promise<StoredFile> {
  page ??= new Promise((resolve, reject) => {
    const file = new URL(`graphiql-page${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { workerData: graphiqlOptions });
    worker.once('message', resolve).once('error', reject);
  });
  return page;
}

/** The editor needs inline scripts, `eval` and workers from blobs. Nothing is loaded from elsewhere. */
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

/** Serves GraphiQL to browsers that open the URL of the API. */
export function useGraphiql(): Plugin {
  return {
    async onRequest({ request, endResponse }) {
      const { method, headers } = request;
      if (method !== 'GET' || headers.get('accept')?.includes('text/html') !== true) return;
      endResponse(
        answerFile(request, await readGraphiqlPage(), {
          'cache-control': 'no-cache',
          vary: 'accept, accept-encoding',
          'content-security-policy': policy,
          'referrer-policy': 'no-referrer',
        }),
      );
    },
  };
}
