import { createHost } from '../shared/host.ts';
import { decodePathPart } from '../shared/path-part.ts';
import { renderPage } from '../shared/render-page.tsx';
import { createEmbedSession } from '../shared/session.ts';
import { SessionGate } from '../shared/session-gate.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const host = createHost();
const name = decodePathPart(window.location.pathname.split('/').at(-1) ?? '');

renderPage(
  <SessionGate session={createEmbedSession(host)} cache={false}>
    <DashboardPage name={name} host={host} />
  </SessionGate>,
);
