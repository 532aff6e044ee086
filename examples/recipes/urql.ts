/** urql: subscriptions are server-sent events, which its fetch exchange reads. */
import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { graphql } from './graphql.ts';
import { headers, question, url } from './settings.ts';

const client = new Client({
  url,
  preferGetMethod: false,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers },
  fetchSubscriptions: true,
});

const agents = graphql('query Agents { agents(first: 10) { edges { node { id name } } } }');
// What is forbidden is null with an error, and the rest of the answer stands.
const { data } = await client.query(agents, {});
for (const edge of data?.agents?.edges ?? []) console.log(`agent ${edge.node.name}`);

const ask = graphql(`
  subscription Ask($input: ChatStreamInput!) {
    chatStream(input: $input) { __typename ... on ChatMessageFinished { message { id kind content } } }
  }
`);
await new Promise<void>((resolve, reject) => {
  client.subscription(ask, { input: question }).subscribe(({ data: event, error, hasNext }) => {
    if (error) reject(error);
    if (event?.chatStream?.__typename === 'ChatMessageFinished') {
      const { kind, content } = event.chatStream.message;
      if (kind === 'ANSWER') console.log(`answer ${content}`);
    }
    if (!hasNext) resolve();
  });
});
