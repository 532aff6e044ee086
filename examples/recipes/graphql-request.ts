/** graphql-request: queries and mutations. For subscriptions see examples/clients/graphql-subscription.ts. */
import { GraphQLClient } from 'graphql-request';
import { graphql } from './graphql.ts';
import { headers, sessionSettings, url } from './settings.ts';

// `all`: what is forbidden is null with an error, and the rest of the answer stands.
const client = new GraphQLClient(url, { headers, errorPolicy: 'all' });

const rows = graphql(`
  query Rows($query: String!, $sessionSettings: SessionSettingsInput) {
    agents(first: 10) { edges { node { name } } }
    sql(deploymentId: 1, query: $query, sessionSettings: $sessionSettings) { rows }
  }
`);
const { agents, sql } = await client.request(rows, {
  query: 'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 1',
  sessionSettings,
});
for (const edge of agents?.edges ?? []) console.log(`agent ${edge.node.name}`);
for (const row of sql?.rows ?? []) console.log(`row ${row.join(' ')}`);
