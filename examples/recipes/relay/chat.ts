/** What relay-compiler reads: `npx relay-compiler relay.config.json` writes generated from it. */
import { graphql } from 'relay-runtime';

graphql`
  query chatPageQuery($first: Int!) {
    viewer { id kind user { id identifier isManaged } }
    account @catch { id name }
    agents(first: $first) { edges { node { id name model } } }
  }
`;
graphql`
  subscription chatAskSubscription($input: ChatStreamInput!) {
    chatStream(input: $input) {
      __typename
      ... on ChatMessageFinished { message { id kind content } }
    }
  }
`;
