import { sessionIdFault } from '../session-id.ts';
import { type HostMessage, isObject, readPageMessage, sealed } from './host-messages.ts';
import type { EmbedFrame, EmbedOptions, EmbedTheme } from './options.ts';

/** A frame that has sent no message for this long counts as empty. */
const loadMs = 30_000;
/** A renewed session that expires sooner than this is not renewed again: something else is wrong. */
const renewalMs = 10_000;

/** The frames of this page that can answer a question, and those that can have one. */
const chats = new Set<EmbedFrame>();
const askers = new Set<() => void>();

/**
 * Mounts an embedded page in an element and fills it: a chat takes the element's height, a dashboard has its own.
 * The page's origin must be among the account's `embedOrigins`.
 * @throws TypeError that says which argument is missing or wrong
 */
export function mount(element: Element, options: EmbedOptions): EmbedFrame {
  requireMountable(element, options);
  const { onReady, onError, onExpired, onQuestion, onClick, onPin, onHeight } = options;
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
      if (removed) return;
      const fault = sessionIdFault(sessionId);
      if (fault === undefined) use(sessionId);
      else onError?.({ code: 'NO_SESSION', message: fault });
    } catch (error) {
      if (!removed) onError?.({ code: 'NO_SESSION', message: `getSession failed: ${String(error)}` });
    }
  }

  function post(message: HostMessage): void {
    frame.contentWindow?.postMessage(sealed(message), url.origin);
  }

  /** What the page has to know as soon as it can listen. */
  const latest = new Map<'theme' | 'filters', HostMessage>();
  const questions: HostMessage[] = [];
  let isReady = false;

  function tellWhetherAnswered(): void {
    if (isReady) post({ type: 'answers', isAnswered: options.onAsk !== undefined || chats.size > 0 });
  }

  function begin(): void {
    isReady = true;
    for (const message of latest.values()) post(message);
    for (const question of questions.splice(0)) post(question);
    tellWhetherAnswered();
  }

  function say(type: 'theme' | 'filters', message: HostMessage): void {
    latest.set(type, message);
    if (isReady) post(message);
  }

  function renew(): void {
    isReady = false;
    onExpired?.();
    if (performance.now() - renewedMs < renewalMs) {
      onError?.({ code: 'UNAUTHENTICATED', message: 'The new session was not accepted either.' });
      return;
    }
    renewedMs = performance.now();
    void handIn((sessionId) => post({ type: 'session', sessionId }));
  }

  function receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== frame.contentWindow || origin !== url.origin) return;
    const message = readPageMessage(data);
    if (message === undefined) return;
    clearTimeout(loading);
    switch (message.type) {
      case 'ready':
        begin();
        onReady?.();
        break;
      case 'resize':
        // A chat that has become a dashboard keeps the height of its element.
        if (options.kind !== 'dashboard') break;
        frame.style.height = `${Math.ceil(message.height)}px`;
        onHeight?.(message.height);
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
      case 'ask':
        if (options.onAsk !== undefined) options.onAsk(message.question);
        else [...chats][0]?.ask(message.question);
        break;
      case 'pin':
        onPin?.(message.dashboard);
        break;
      case 'click':
        onClick?.({ tile: message.tile, values: message.values });
        break;
    }
  }

  window.addEventListener('message', receive);
  const loading = setTimeout(
    () =>
      onError?.({
        code: 'NOT_LOADED',
        message: `The frame shows no page of ${url.origin}. Is the service there, and ${window.location.origin} in embedOrigins of the session's account?`,
      }),
    loadMs,
  );
  element.append(frame);
  void handIn((sessionId) => {
    url.searchParams.set('session', sessionId);
    frame.src = url.href;
  });
  const mounted: EmbedFrame = {
    element: frame,
    setFilters(filters: unknown) {
      if (isObject(filters)) say('filters', { type: 'filters', filters });
      else
        onError?.({
          code: 'VALIDATION_FAILED',
          message: 'setFilters: give an object, {} to clear all filters.',
        });
    },
    setTheme: (theme) => say('theme', { type: 'theme', theme: lookOf(theme) }),
    ask(question) {
      const message: HostMessage = { type: 'ask', question };
      if (isReady) post(message);
      else questions.push(message);
    },
    remove() {
      removed = true;
      changeChats(() => chats.delete(mounted));
      askers.delete(tellWhetherAnswered);
      clearTimeout(loading);
      window.removeEventListener('message', receive);
      frame.remove();
    },
  };
  if (options.kind === 'chat') changeChats(() => chats.add(mounted));
  else askers.add(tellWhetherAnswered);
  return mounted;
}

function changeChats(change: () => void): void {
  change();
  for (const tell of askers) tell();
}

function lookOf(theme: 'light' | 'dark' | EmbedTheme): EmbedTheme {
  return typeof theme === 'string' ? { scheme: theme } : theme;
}

/** For callers without types. */
function requireMountable(
  element: Partial<Element> | null,
  { kind, getSession }: Partial<EmbedOptions> = {},
): void {
  if (typeof element?.append !== 'function')
    throw new TypeError('Inlay.mount: give the element to mount in. Is it in the page already?');
  if (kind !== 'chat' && kind !== 'dashboard')
    throw new TypeError(`Inlay.mount: kind is 'chat' or 'dashboard', not ${JSON.stringify(kind)}.`);
  if (typeof getSession !== 'function')
    throw new TypeError('Inlay.mount: give getSession, a function that gets a session from your server.');
}

function addressOf({ baseUrl, kind, dashboard, agent, theme, locale }: EmbedOptions): URL {
  if (baseUrl === undefined) throw new TypeError('Inlay.mount: say where the service is with baseUrl.');
  const path = dashboard === undefined ? kind : `${kind}/${encodeURIComponent(dashboard)}`;
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/embed/${path}`);
  url.searchParams.set('host', window.location.origin);
  if (agent !== undefined) url.searchParams.set('agent', String(agent));
  if (locale !== undefined) url.searchParams.set('locale', locale);
  if (theme !== undefined) {
    const { scheme, ...look } = lookOf(theme);
    if (scheme !== undefined) url.searchParams.set('theme', scheme);
    if (Object.keys(look).length > 0) url.searchParams.set('look', JSON.stringify(look));
  }
  return url;
}
