/** What an embedded page tells the page around it. */
export type PageMessage =
  /** It shows what it was asked for. */
  | { readonly type: 'ready' }
  /** It would be this high, in CSS pixels, if all of it were to be seen. */
  | { readonly type: 'resize'; readonly height: number }
  /** Something failed that a reader sees as well. `code` as in GraphQL's `extensions.code`. */
  | { readonly type: 'error'; readonly message: string; readonly code: string }
  /** It has no session, or no longer: it waits for one. */
  | { readonly type: 'expired' }
  /** The reader asked the agent something. */
  | { readonly type: 'question'; readonly question: string };

/** What the page around it may answer: a session that was minted just now. */
export type HostMessage = { readonly type: 'session'; readonly sessionId: string };

/** Tells our messages from those of others that share a window with them. */
const mark = 'inlay';

export function sealed(message: PageMessage | HostMessage): object {
  return { ...message, source: mark };
}

/** @returns undefined for anything that the other side would not have sent */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (!isSealed(data)) return undefined;
  switch (data['type']) {
    case 'ready':
    case 'expired':
      return { type: data['type'] };
    case 'resize': {
      const { height } = data;
      return typeof height === 'number' && height >= 0 && Number.isFinite(height)
        ? { type: 'resize', height }
        : undefined;
    }
    case 'error': {
      const { message, code } = data;
      return typeof message === 'string' && typeof code === 'string'
        ? { type: 'error', message, code }
        : undefined;
    }
    case 'question': {
      const { question } = data;
      return typeof question === 'string' ? { type: 'question', question } : undefined;
    }
    default:
      return undefined;
  }
}

/** @returns undefined for anything that the other side would not have sent */
export function readHostMessage(data: unknown): HostMessage | undefined {
  if (!isSealed(data) || data['type'] !== 'session') return undefined;
  const { sessionId } = data;
  return typeof sessionId === 'string' ? { type: 'session', sessionId } : undefined;
}

function isSealed(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && 'source' in data && data.source === mark;
}
