import { createHost } from '../shared/host.ts';
import { renderPage } from '../shared/render-page.tsx';
import { createEmbedSession } from '../shared/session.ts';
import { ChatPage } from './chat-page.tsx';

const host = createHost();
renderPage(<ChatPage host={host} session={createEmbedSession(host)} />);
