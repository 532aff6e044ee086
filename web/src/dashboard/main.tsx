import { Provider } from 'urql';
import { createGraphQLClient } from '../shared/graphql-client.ts';
import { createHost } from '../shared/host.ts';
import { pageLook, readLook } from '../shared/look.ts';
import { createPatientFetch } from '../shared/patient-fetch.ts';
import { renderPage } from '../shared/render-page.tsx';
import { createEmbedSession } from '../shared/session.ts';
import { SessionGate } from '../shared/session-gate.tsx';
import { loadWords } from '../shared/words/words.ts';
import { Dashboards } from './dashboards.tsx';

const host = createHost();
const session = createEmbedSession(host);

/** For queries; a few requests at once, so that the first tiles appear before the last ones are requested. */
const patientFetch = createPatientFetch(3, session.fetch);

host.on('theme', ({ theme }) => pageLook.set(readLook(theme)));
await loadWords();
renderPage(
  <SessionGate session={session}>
    {({ authorization }) => (
      <Provider
        value={createGraphQLClient({
          authorization: () => authorization,
          cache: false,
          fetch: session.fetch,
          fetchToRead: patientFetch,
        })}
      >
        <Dashboards host={host} />
      </Provider>
    )}
  </SessionGate>,
);
