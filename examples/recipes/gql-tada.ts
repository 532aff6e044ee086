/** gql.tada without a client: a document, its variables and its result are typed, and `fetch` sends it. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { type DocumentNode, print } from 'graphql';
import { graphql } from './graphql.ts';
import { headers, sessionSettings, url } from './settings.ts';

const rows = graphql(`
  query Rows($query: String!, $sessionSettings: SessionSettingsInput) {
    agents(first: 10) { edges { node { name } } }
    sql(deploymentId: 1, query: $query, sessionSettings: $sessionSettings) { columns { name columnType } rows }
  }
`);

async function execute<Document extends DocumentNode>(
  document: Document,
  variables: VariablesOf<Document>,
): Promise<ResultOf<Document>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data } = (await response.json()) as { data: ResultOf<Document> };
  return data;
}

const { agents, sql } = await execute(rows, {
  query: 'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 1',
  sessionSettings,
});
for (const edge of agents?.edges ?? []) console.log(`agent ${edge.node.name}`);
for (const row of sql?.rows ?? []) console.log(`row ${row.join(' ')}`);
// @ts-expect-error the schema has no such type of columns
console.log(`first column is text ${sql?.columns[0]?.columnType === 'TEXT'}`);
