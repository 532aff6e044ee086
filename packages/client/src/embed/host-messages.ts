/** Messages from an embedded page to its host page. */
export type PageMessage =
  /** It shows its content. */
  | { readonly type: 'ready' }
  /** Its full height in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  /** An error that the user also sees. `code` as in GraphQL's `extensions.code`. */
  | { readonly type: 'error'; readonly message: string; readonly code: string }
  /** It has no valid session and waits for one. */
  | { readonly type: 'expired' }
  /** The user asked the agent a question. */
  | { readonly type: 'question'; readonly question: string };

/** Message from the host page: a newly minted session. */
export type HostMessage = { readonly type: 'session'; readonly sessionId: string };

/** Distinguishes our messages from others in the same window. */
const mark = 'inlay';

export function sealed(message: PageMessage | HostMessage): object {
  return { ...message, source: mark };
}

/** @returns undefined for anything else */
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

/** @returns undefined for anything else */
export function readHostMessage(data: unknown): HostMessage | undefined {
  if (!isSealed(data) || data['type'] !== 'session') return undefined;
  const { sessionId } = data;
  return typeof sessionId === 'string' ? { type: 'session', sessionId } : undefined;
}

function isSealed(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && 'source' in data && data.source === mark;
}
