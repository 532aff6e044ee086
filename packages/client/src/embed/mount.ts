import { readPageMessage, sealed } from './host-messages.ts';
import type { EmbedFrame, EmbedOptions } from './options.ts';

/** A frame that has sent no message for this long counts as empty. */
const loadMs = 30_000;
/** A renewed session that expires sooner than this is not renewed again: something else is wrong. */
const renewalMs = 10_000;

/**
 * Mounts an embedded page in an element and fills it: a chat takes the element's height, a dashboard has its own.
 * The page's origin must be among the account's `embedOrigins`.
 */
export function mount(element: Element, options: EmbedOptions): EmbedFrame {
  const { onReady, onError, onExpired, onQuestion } = options;
  const url = addressOf(options);
  const frame = document.createElement('iframe');
  frame.title = options.title ?? 'Analytics';
  frame.allow = 'clipboard-write';
  frame.style.cssText = 'display:block;border:0;width:100%;height:100%';
  let removed = false;
  let renewedMs = Number.NEGATIVE_INFINITY;

  async function handIn(use: (sessionId: string) => void): Promise<void> {
    try {
      const sessionId = await options.getSession();
      if (!removed) use(sessionId);
    } catch (error) {
      if (!removed) onError?.({ code: 'NO_SESSION', message: `getSession failed: ${String(error)}` });
    }
  }

  function renew(): void {
    onExpired?.();
    if (performance.now() - renewedMs < renewalMs) {
      onError?.({ code: 'UNAUTHENTICATED', message: 'The new session was not accepted either.' });
      return;
    }
    renewedMs = performance.now();
    void handIn((sessionId) =>
      frame.contentWindow?.postMessage(sealed({ type: 'session', sessionId }), url.origin),
    );
  }

  function receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== frame.contentWindow || origin !== url.origin) return;
    const message = readPageMessage(data);
    if (message === undefined) return;
    clearTimeout(loading);
    switch (message.type) {
      case 'ready':
        onReady?.();
        break;
      case 'resize':
        frame.style.height = `${Math.ceil(message.height)}px`;
        break;
      case 'error':
        onError?.({ code: message.code, message: message.message });
        break;
      case 'expired':
        renew();
        break;
      case 'question':
        onQuestion?.(message.question);
        break;
    }
  }

  window.addEventListener('message', receive);
  const loading = setTimeout(
    () =>
      onError?.({
        code: 'NOT_LOADED',
        message: `No response from ${url.origin}. Is this page's origin in embedOrigins?`,
      }),
    loadMs,
  );
  element.append(frame);
  void handIn((sessionId) => {
    url.searchParams.set('session', sessionId);
    frame.src = url.href;
  });
  return {
    element: frame,
    remove() {
      removed = true;
      clearTimeout(loading);
      window.removeEventListener('message', receive);
      frame.remove();
    },
  };
}

function addressOf({ baseUrl, kind, dashboard, agent, theme, locale }: EmbedOptions): URL {
  if (baseUrl === undefined) throw new TypeError('Inlay.mount: say where the service is with baseUrl.');
  if (kind === 'dashboard' && dashboard === undefined)
    throw new TypeError('Inlay.mount: name the dashboard.');
  const path = kind === 'chat' ? 'chat' : `dashboard/${encodeURIComponent(dashboard ?? '')}`;
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/embed/${path}`);
  url.searchParams.set('host', window.location.origin);
  if (agent !== undefined) url.searchParams.set('agent', String(agent));
  if (theme !== undefined) url.searchParams.set('theme', theme);
  if (locale !== undefined) url.searchParams.set('locale', locale);
  return url;
}
