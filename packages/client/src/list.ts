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

/** A page of a list. */
export interface ListPage<Node> {
  readonly nodes: readonly Node[];
  readonly hasMore: boolean;
}

/** A list, which is requested page by page while it is iterated. */
export interface List<Node> extends AsyncIterable<Node> {
  /** The same, as pages. */
  pages(): AsyncGenerator<ListPage<Node>, void, undefined>;
}

/** The objects of a connection, in order. A page is requested when its first object is. */
export function nodesOf<Node>(
  { pageSize = 100 }: ListOptions,
  readPage: (page: { readonly first: number; readonly after: string | null }) => Promise<Connection<Node>>,
): List<Node> {
  async function* pages(): AsyncGenerator<ListPage<Node>, void, undefined> {
    let after: string | null = null;
    do {
      const { edges, pageInfo }: Connection<Node> = await readPage({ first: pageSize, after });
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      yield { nodes: edges.map(({ node }) => node), hasMore: after !== null };
    } while (after !== null);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { nodes } of pages()) yield* nodes;
    },
  };
}
