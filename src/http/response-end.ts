/** How a response ended. */
export interface ResponseEnd {
  /** Whether its head was sent. Otherwise the client left, or was sent away, before. */
  readonly isBegun: boolean;
  /** Bytes of the body that were handed to the connection. */
  readonly bytes: number;
  /** Whether all of it was sent. Otherwise the client left, or the response failed. */
  readonly isComplete: boolean;
  readonly isStream: boolean;
}

type EndListener = (end: ResponseEnd) => void;

const listeners = new WeakMap<Response, EndListener>();

/** Calls `listener` once the response has been sent by node:http, or cannot be. */
export function onResponseEnd(response: Response, listener: EndListener): void {
  listeners.set(response, listener);
}

/** What to call when the response has ended. */
export function endListenerOf(response: Response): EndListener | undefined {
  return listeners.get(response);
}
