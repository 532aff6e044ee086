import { useChat } from '@ai-sdk/react';
import type { Client } from '@inlay/client';
import { type InlayUIMessage, inlayTransport } from '@inlay/client/ai-sdk';
import { useEffect, useMemo, useState } from 'react';

export interface ChatProps {
  readonly client: Client;
  readonly threadId: string | undefined;
  readonly messages: InlayUIMessage[];
}

/** A chat on the AI SDK, which keeps its thread in the address. */
export function Chat({ client, threadId, messages: known }: ChatProps) {
  const transport = useMemo(() => inlayTransport({ client, threadId }), [client, threadId]);
  const { id, messages, sendMessage, status } = useChat<InlayUIMessage>({
    messages: known,
    resume: threadId !== undefined,
    transport,
  });
  const [question, setQuestion] = useState('');
  const thread = messages.at(-1)?.metadata?.threadId;
  useEffect(() => {
    if (thread !== undefined) location.hash = thread;
  }, [thread]);
  return (
    <section aria-label="Chat" data-status={status}>
      {messages.map((message) => (
        <article key={message.id} aria-label={message.role}>
          {message.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow
            <Part key={index} part={part} />
          ))}
        </article>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text: question });
          setQuestion('');
        }}
      >
        <input aria-label="Question" value={question} onChange={(event) => setQuestion(event.target.value)} />
      </form>
      <button type="button" onClick={() => void transport.abort(id)}>
        Stop
      </button>
    </section>
  );
}

function Part({ part }: { readonly part: InlayUIMessage['parts'][number] }) {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type === 'dynamic-tool') {
    return (
      <p>
        {part.toolName}: {part.state}
      </p>
    );
  }
  if (part.type === 'data-result') {
    const { title, columns, rows } = part.data;
    return (
      <table aria-label={title}>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((value, index) => (
                <td key={columns[index]?.name}>{String(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  // A Vega-Lite specification: draw it with the library of your choice.
  if (part.type === 'data-chart') return <figure>{JSON.stringify(part.data.spec['mark'])}</figure>;
  return null;
}
