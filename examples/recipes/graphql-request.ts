/** graphql-request: queries and mutations. For subscriptions see examples/clients/graphql-subscription.ts. */
import { GraphQLClient, gql } from 'graphql-request';
import { headers, sessionSettings, url } from './settings.ts';

// `all`: what is forbidden is null with an error, and the rest of the answer stands.
const client = new GraphQLClient(url, { headers, errorPolicy: 'all' });

interface Rows {
  readonly agents: { readonly edges: { readonly node: { readonly name: string } }[] } | null;
  readonly sql: { readonly rows: unknown[][] } | null;
}
const { agents, sql } = await client.request<Rows>(
  gql`
    query Rows($query: String!, $sessionSettings: SessionSettingsInput) {
      agents(first: 10) { edges { node { name } } }
      sql(deploymentId: 1, query: $query, sessionSettings: $sessionSettings) { rows }
    }
  `,
  {
    query: 'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 1',
    sessionSettings,
  },
);
for (const { node } of agents?.edges ?? []) console.log(`agent ${node.name}`);
for (const row of sql?.rows ?? []) console.log(`row ${row.join(' ')}`);
