import { type Client, createClient } from '@inlay/client';
import { uiMessagesOf } from '@inlay/client/ai-sdk';
import { InlayChat, InlayDashboard, InlayProvider } from '@inlay/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Chat, type ChatProps } from './chat.tsx';
import { Figures } from './figures.tsx';
import type { WorkerAnswer, WorkerQuestion } from './worker.ts';

const getSession = async () => (await fetch('/session')).text();

function App({ url, agentId, ...chat }: ChatProps & { readonly url: string; readonly agentId: number }) {
  const [said, say] = useState<readonly string[]>([]);
  const [embeds, embed] = useState(false);
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [channel, setChannel] = useState<readonly string[]>([]);
  const hear = (text: string) => say((before) => [...before, text]);
  return (
    <InlayProvider url={url} getSession={getSession} agentId={agentId}>
      <Chat {...chat} />
      <Figures />
      <button type="button" onClick={() => embed(!embeds)}>
        {embeds ? 'Close the analyst' : 'Ask the analyst'}
      </button>
      {embeds ? (
        <>
          <InlayChat
            title="The analyst"
            theme="light"
            locale="de-DE"
            style={{ height: 600 }}
            onReady={() => hear('chat ready')}
            onQuestion={(question) => hear(`asked ${question}`)}
            onError={({ code, message }) => hear(`${code}: ${message}`)}
          />
          <InlayDashboard
            name="sales"
            title="Sales"
            theme={scheme}
            filters={{ channel }}
            onReady={() => hear('dashboard ready')}
            onClick={({ tile, values }) => hear(`clicked ${Object.keys(values)} of ${tile}`)}
          />
          <button type="button" onClick={() => setScheme('dark')}>
            Dark
          </button>
          <button type="button" onClick={() => setChannel(['store'])}>
            Only stores
          </button>
        </>
      ) : null}
      <output>{said.join('\n')}</output>
    </InlayProvider>
  );
}

/** Asks a worker, which has no DOM, for rows. */
async function askWorker(url: string): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    document.body.dataset['worker'] = data;
  };
  worker.postMessage({ url, sessionId: await getSession() } satisfies WorkerQuestion);
}

async function start(): Promise<void> {
  const { url } = (await (await fetch('/config')).json()) as { url: string };
  const agentId = Number(new URLSearchParams(location.search).get('agent') ?? 1);
  const client: Client = createClient({ url, agentId, getSession });
  // A page that is loaded again shows its thread, and goes on with the answer.
  const threadId = location.hash.slice(1) || undefined;
  const messages =
    threadId === undefined ? [] : await uiMessagesOf(threadId, client.threads.messages(threadId));
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <App {...{ url, agentId, client, threadId, messages }} />
    </StrictMode>,
  );
  await askWorker(url);
}

void start();
