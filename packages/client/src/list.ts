/** A page of a connection. */
interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** How a list is read. */
export interface ListOptions {
  /** Objects per request: 1 to 100. @default 100 */
  readonly pageSize?: number | undefined;
}

/** The objects of a connection, in order. A page is requested when its first object is. */
export async function* nodesOf<Node>(
  { pageSize = 100 }: ListOptions,
  readPage: (page: { readonly first: number; readonly after: string | null }) => Promise<Connection<Node>>,
): AsyncGenerator<Node, void, undefined> {
  let after: string | null = null;
  do {
    const { edges, pageInfo }: Connection<Node> = await readPage({ first: pageSize, after });
    for (const { node } of edges) yield node;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
}
