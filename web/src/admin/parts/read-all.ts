import { createContext } from 'react';
import type { AnyVariables, Client, TypedDocumentNode } from 'urql';
import { failureText } from '../../shared/failure.ts';

/** A client without a cache, which would keep every page of a list that is read to its end. */
export const UncachedClient = createContext<Client | null>(null);

/** A Relay connection, as far as reading it to its end needs it. */
interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** As many as the API gives at once. */
const pageSize = 100;

/** Reads a connection to its end, page by page. @throws Error with a message for the user */
export async function* readAll<Data, Variables extends AnyVariables, Node>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  read: (data: Data) => Connection<Node>,
): AsyncGenerator<readonly Node[]> {
  let after: string | null = null;
  for (;;) {
    const page = { ...variables, first: pageSize, after, counts: false } as Variables;
    const { data, error } = await client.query(document, page).toPromise();
    if (data === undefined) throw new Error(failureText(error));
    const { edges, pageInfo } = read(data);
    yield edges.map(({ node }) => node);
    if (!pageInfo.hasNextPage || pageInfo.endCursor == null) return;
    after = pageInfo.endCursor;
  }
}
