/** Relay's environment: objects are stored by the ids of the schema, subscriptions come by graphql-sse. */
import { createClient } from 'graphql-sse';
import relay from 'relay-runtime';

const { Environment, Network, Observable, RecordSource, Store } = relay;

export function createEnvironment(url: string, headers: Record<string, string>) {
  const events = createClient({ url, headers, retryAttempts: 0 });
  return new Environment({
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
}
