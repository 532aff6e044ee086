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

/** GraphiQL with its script and style in the page. They are large, so they are read when somebody first asks. */
export async function renderGraphiql(options: GraphiQLOptions): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return renderGraphiQL(options);
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

/** Keeps the page from reaching another host, whatever an editor's update brings along. */
export function usePagePolicy(): Plugin {
  return {
    onResponse({ response }) {
      if (response.headers.get('content-type')?.startsWith('text/html') !== true) return;
      response.headers.set('content-security-policy', policy);
      response.headers.set('x-content-type-options', 'nosniff');
      response.headers.set('referrer-policy', 'no-referrer');
    },
  };
}
