import { createHost } from '../shared/host.ts';
import { pageLook, readLook } from '../shared/look.ts';
import { renderPage } from '../shared/render-page.tsx';
import { createEmbedSession } from '../shared/session.ts';
import { loadWords } from '../shared/words/words.ts';
import { ChatPage } from './chat-page.tsx';

const host = createHost();
host.on('theme', ({ theme }) => pageLook.set(readLook(theme)));
await loadWords();
renderPage(<ChatPage host={host} session={createEmbedSession(host)} />);
