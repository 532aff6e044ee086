import { createHost } from '../shared/host.ts';
import { decodePathPart } from '../shared/path-part.ts';
import { createPatientFetch } from '../shared/patient-fetch.ts';
import { renderPage } from '../shared/render-page.tsx';
import { createEmbedSession } from '../shared/session.ts';
import { SessionGate } from '../shared/session-gate.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const host = createHost();
const name = decodePathPart(window.location.pathname.split('/').at(-1) ?? '');

/** For a page that only reads; a few requests at once, so that the first tiles appear before the last ones are requested. */
const patientFetch = createPatientFetch(3);

renderPage(
  <SessionGate session={createEmbedSession(host)} cache={false} fetch={patientFetch}>
    <DashboardPage name={name} host={host} />
  </SessionGate>,
);
