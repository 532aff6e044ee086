/** Walks a Relay connection page by page. What is inserted meanwhile neither repeats nor hides anything. */
const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;

interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * The nodes of every page, fetched as they are asked for.
 * @param query takes `$first` and `$after`, and selects one connection with its `pageInfo { hasNextPage endCursor }`
 */
export async function* nodesOf<Node>(query: string, first: number): AsyncGenerator<Node, void> {
  let after: string | null = null;
  do {
    const connection: Connection<Node> = await fetchConnection<Node>(query, { first, after });
    for (const { node } of connection.edges) yield node;
    after = connection.pageInfo.hasNextPage ? connection.pageInfo.endCursor : null;
  } while (after !== null);
}

async function fetchConnection<Node>(query: string, variables: object): Promise<Connection<Node>> {
  const response = await fetch(`${INLAY_URL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${ADMIN_API_KEY}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    readonly data?: Readonly<Record<string, Connection<Node>>> | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  const connection = Object.values(data ?? {})[0];
  if (connection === undefined) throw new Error(errors?.[0]?.message ?? `status ${response.status}`);
  return connection;
}

interface User {
  readonly identifier: string;
  readonly kind: string;
}

const users = nodesOf<User>(
  `query Users($first: Int!, $after: String) {
    users(first: $first, after: $after) {
      edges { node { identifier kind } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  2,
);
for await (const { identifier, kind } of users) console.log(`${kind}\t${identifier}`);
