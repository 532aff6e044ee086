/** Relay: compiled with `relay-compiler` (relay.config.json), stored by the ids of the schema, subscriptions by graphql-sse. */
import { createClient } from 'graphql-sse';
import relay from 'relay-runtime';
import agentsQuery, { type relayAgentsQuery } from './generated/relayAgentsQuery.graphql.ts';
import askSubscription, { type relayAskSubscription } from './generated/relayAskSubscription.graphql.ts';
import { headers, question, url } from './settings.ts';

const { Environment, Network, Observable, RecordSource, Store, fetchQuery, requestSubscription } = relay;
const events = createClient({ url, headers, retryAttempts: 0 });

const environment = new Environment({
  store: new Store(new RecordSource()),
  network: Network.create(
    async ({ text }, variables) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    },
    ({ text }, variables) =>
      Observable.create((sink) => events.subscribe({ query: text ?? '', variables }, sink as never)),
  ),
});

const data = await fetchQuery<relayAgentsQuery>(environment, agentsQuery, { first: 10 }).toPromise();
for (const edge of data?.agents?.edges ?? []) console.log(`agent ${edge.node.name}`);

await new Promise<void>((resolve, reject) => {
  requestSubscription<relayAskSubscription>(environment, {
    subscription: askSubscription,
    variables: { input: question },
    onNext(result) {
      if (result?.chatStream?.__typename !== 'ChatMessageFinished') return;
      const { kind, content } = result.chatStream.message;
      if (kind === 'ANSWER') console.log(`answer ${content}`);
    },
    onError: reject,
    onCompleted: resolve,
  });
});
