/** Apollo Client: subscriptions come as multipart, which its HTTP link speaks by itself. */
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { headers, question, url } from './settings.ts';

const client = new ApolloClient({
  link: new HttpLink({ uri: url, headers }),
  cache: new InMemoryCache({
    possibleTypes: { ToolResult: ['MetadataToolResult', 'SqlToolResult', 'ToolError'] },
  }),
});

const agents: TypedDocumentNode<{ agents: { edges: { node: { id: string; name: string } }[] } }> = gql`
  query Agents { agents(first: 10) { edges { node { id name } } } }
`;
// `all`: what is forbidden is null with an error, and the rest of the answer stands.
const { data } = await client.query({ query: agents, errorPolicy: 'all' });
for (const { node } of data?.agents.edges ?? []) console.log(`agent ${node.name}`);

interface ChatStream {
  readonly chatStream: { readonly __typename: string; readonly message?: { kind: string; content: string } };
}
const ask: TypedDocumentNode<ChatStream> = gql`
  subscription Ask($input: ChatStreamInput!) {
    chatStream(input: $input) { __typename ... on ChatMessageFinished { message { id kind content } } }
  }
`;
await new Promise<void>((resolve, reject) => {
  client.subscribe({ query: ask, variables: { input: question } }).subscribe({
    next(result) {
      const message = result.data?.chatStream.message;
      if (message?.kind === 'ANSWER') console.log(`answer ${message.content}`);
    },
    error: reject,
    complete: resolve,
  });
});
client.stop();
