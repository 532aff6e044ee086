import type { EmbedPin } from './options.ts';

/** Messages from an embedded page to its host page. */
export type PageMessage =
  /** It shows its content. */
  | { readonly type: 'ready' }
  /** Its full height in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  /** An error that the user also sees, or one in what the host has sent. `code` as in GraphQL's `extensions.code`. */
  | { readonly type: 'error'; readonly message: string; readonly code: string }
  /** It has no valid session and waits for one. */
  | { readonly type: 'expired' }
  /** The user asked the agent a question. */
  | { readonly type: 'question'; readonly question: string }
  /** The user wants a chat to answer a question about a tile. */
  | { readonly type: 'ask'; readonly question: string }
  /** The user has pinned an answer of the chat to a dashboard of their own. */
  | { readonly type: 'pin'; readonly dashboard: EmbedPin }
  /** The user clicked something of a chart, or the button of a row. */
  | {
      readonly type: 'click';
      readonly tile: string;
      /** Of the row, by the names of the tile's columns. */
      readonly values: Readonly<Record<string, unknown>>;
    };

/** Messages from the host page. */
export type HostMessage =
  /** A newly minted session. */
  | { readonly type: 'session'; readonly sessionId: string }
  /** How the page is to look from now on. */
  | { readonly type: 'theme'; readonly theme: unknown }
  /** What to choose in the filters of a dashboard, by their names; all others are cleared. */
  | { readonly type: 'filters'; readonly filters: Readonly<Record<string, unknown>> }
  /** A question to ask the agent. */
  | { readonly type: 'ask'; readonly question: string }
  /** Whether somebody answers the questions of a dashboard. */
  | { readonly type: 'answers'; readonly isAnswered: boolean };

/** Distinguishes our messages from others in the same window. */
const mark = 'inlay';

export function sealed(message: PageMessage | HostMessage): object {
  return { ...message, source: mark };
}

/** @returns undefined for anything else */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (!isSealed(data)) return undefined;
  const { type, height, message, code, question, tile, values, dashboard } = data;
  switch (type) {
    case 'ready':
    case 'expired':
      return { type };
    case 'resize':
      return typeof height === 'number' && height >= 0 && Number.isFinite(height)
        ? { type, height }
        : undefined;
    case 'error':
      return typeof message === 'string' && typeof code === 'string' ? { type, message, code } : undefined;
    case 'question':
    case 'ask':
      return typeof question === 'string' ? { type, question } : undefined;
    case 'pin':
      return isPin(dashboard) ? { type, dashboard } : undefined;
    case 'click':
      return typeof tile === 'string' && isObject(values) ? { type, tile, values } : undefined;
    default:
      return undefined;
  }
}

/** @returns undefined for anything else */
export function readHostMessage(data: unknown): HostMessage | undefined {
  if (!isSealed(data)) return undefined;
  const { type, sessionId, theme, filters, question, isAnswered } = data;
  switch (type) {
    case 'session':
      return typeof sessionId === 'string' ? { type, sessionId } : undefined;
    case 'theme':
      return { type, theme };
    case 'filters':
      return isObject(filters) ? { type, filters } : undefined;
    case 'ask':
      return typeof question === 'string' ? { type, question } : undefined;
    case 'answers':
      return typeof isAnswered === 'boolean' ? { type, isAnswered } : undefined;
    default:
      return undefined;
  }
}

function isPin(value: unknown): value is EmbedPin & Record<string, unknown> {
  return isObject(value) && ['id', 'name', 'title'].every((key) => typeof value[key] === 'string');
}

function isSealed(data: unknown): data is Record<string, unknown> {
  return isObject(data) && data['source'] === mark;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
