/** A GraphQL query with nothing but fetch: which agents there are, and rows as one user may see them. */
const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;

const query = `query Overview($sql: String!, $settings: SessionSettingsInput) {
  account { name plan }
  agents(first: 10) { edges { node { name chatApiUrl } } }
  sql(deploymentId: 1, query: $sql, sessionSettings: $settings, first: 5) { columns { name } rows totalRows }
}`;

interface Overview {
  readonly account: { readonly name: string; readonly plan: string };
  readonly agents: { readonly edges: { readonly node: { name: string; chatApiUrl: string } }[] };
  readonly sql: { readonly columns: { readonly name: string }[]; readonly rows: readonly unknown[][] };
}

const response = await fetch(`${INLAY_URL}/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Api-Key ${ADMIN_API_KEY}` },
  body: JSON.stringify({
    query,
    variables: {
      sql: 'SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1 ORDER BY 2 DESC',
      settings: { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] },
    },
  }),
});
const { data, errors } = (await response.json()) as {
  readonly data?: Overview | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
};
if (data == null || errors !== undefined) {
  const [first] = errors ?? [];
  throw new Error(`${first?.extensions.code ?? response.status}: ${first?.message ?? 'no data'}`);
}

console.log(`account ${data.account.name} (${data.account.plan})`);
for (const { node } of data.agents.edges) console.log(`agent ${node.name}: ${node.chatApiUrl}`);
console.log(data.sql.columns.map(({ name }) => name).join('\t'));
for (const row of data.sql.rows) console.log(row.join('\t'));
