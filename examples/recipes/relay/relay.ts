/** Relay without React: its runtime, and documents that relay-compiler has compiled. */
import relay from 'relay-runtime';
import { headers, question, url } from '../settings.ts';
import { createEnvironment } from './environment.ts';
import askSubscription, { type chatAskSubscription } from './generated/chatAskSubscription.graphql.ts';
import pageQuery, { type chatPageQuery } from './generated/chatPageQuery.graphql.ts';

const { fetchQuery, requestSubscription } = relay;
const environment = createEnvironment(url, headers);

// What is forbidden is null with an error, and the rest of the answer stands. `@catch` gives the error where it is asked for.
const data = await fetchQuery<chatPageQuery>(environment, pageQuery, { first: 10 }).toPromise();
if (data?.account.ok) console.log(`account ${data.account.value?.name}`);
for (const edge of data?.agents?.edges ?? []) console.log(`agent ${edge.node.name}`);

await new Promise<void>((resolve, reject) => {
  requestSubscription<chatAskSubscription>(environment, {
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
