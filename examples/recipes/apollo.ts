/** Apollo Client: subscriptions come as multipart, which its HTTP link speaks by itself. */
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { graphql } from './graphql.ts';
import { headers, question, url } from './settings.ts';

const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });

const agents = graphql('query Agents { agents(first: 10) { edges { node { id name } } } }');
// `all`: what is forbidden is null with an error, and the rest of the answer stands.
const { data } = await client.query({ query: agents, errorPolicy: 'all' });
for (const edge of data?.agents?.edges ?? []) console.log(`agent ${edge.node.name}`);

const ask = graphql(`
  subscription Ask($input: ChatStreamInput!) {
    chatStream(input: $input) { __typename ... on ChatMessageFinished { message { id kind content } } }
  }
`);
await new Promise<void>((resolve, reject) => {
  client.subscribe({ query: ask, variables: { input: question } }).subscribe({
    next({ data: event }) {
      if (event?.chatStream?.__typename !== 'ChatMessageFinished') return;
      const { kind, content } = event.chatStream.message;
      if (kind === 'ANSWER') console.log(`answer ${content}`);
    },
    error: reject,
    complete: resolve,
  });
});
client.stop();
