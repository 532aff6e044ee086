/** What relay-compiler reads: `npx relay-compiler relay.config.json` writes ../generated from it. */
import { graphql } from 'relay-runtime';

graphql`
  query relayAgentsQuery($first: Int!) {
    agents(first: $first) { edges { node { id name } } }
  }
`;
graphql`
  subscription relayAskSubscription($input: ChatStreamInput!) {
    chatStream(input: $input) {
      __typename
      ... on ChatMessageFinished { message { id kind content } }
    }
  }
`;
