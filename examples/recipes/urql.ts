/** urql: subscriptions are server-sent events, which its fetch exchange reads. */
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import { headers, question, url } from './settings.ts';

const client = new Client({
  url,
  preferGetMethod: false,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers },
  fetchSubscriptions: true,
});

const agents = gql<{ agents: { edges: { node: { name: string } }[] } | null }>`
  query Agents { agents(first: 10) { edges { node { id name } } } }
`;
const { data } = await client.query(agents, {});
for (const { node } of data?.agents?.edges ?? []) console.log(`agent ${node.name}`);

const ask = gql<{ chatStream: { __typename: string; message?: { kind: string; content: string } } }>`
  subscription Ask($input: ChatStreamInput!) {
    chatStream(input: $input) { __typename ... on ChatMessageFinished { message { id kind content } } }
  }
`;
await new Promise<void>((resolve, reject) => {
  client.subscription(ask, { input: question }).subscribe((result) => {
    if (result.error) reject(result.error);
    const message = result.data?.chatStream.message;
    if (message?.kind === 'ANSWER') console.log(`answer ${message.content}`);
    if (!result.hasNext) resolve();
  });
});
