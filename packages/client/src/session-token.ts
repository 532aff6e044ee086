import { ExchangeSessionDocument, type ExchangeSessionMutation } from './generated/graphql.ts';
import { sessionIdFault } from './session-id.ts';
import { type Credentials, createTransport, type Root, type ServiceOptions } from './transport.ts';

/** How a client gets its session token: a new one through its host whenever one has ended, or one that it is given. */
export type SessionSource =
  | {
      /**
       * Returns a new `sessionId`, which your backend gets from `sessions.generate` for the user that it has authenticated.
       * Called when the client is first used, and again when its session has ended; never twice at the same time.
       */
      readonly getSession: () => string | Promise<string>;
    }
  | {
      /** A session token that was already exchanged. When it ends, requests fail with `UNAUTHENTICATED`. */
      readonly token: string;
    };

/** A session token, until when it is valid, and the account of its user. */
export type SessionToken = Root<ExchangeSessionMutation>;

/**
 * Exchanges a session for its token, for those who keep the token themselves. A session can be exchanged once.
 * @throws InlayError `UNAUTHENTICATED` if it was used, has expired or is unknown
 */
export function exchangeSession(sessionId: string, service: ServiceOptions): Promise<SessionToken> {
  const transport = createTransport(service, { authorization: async () => undefined, refuse: () => false });
  return transport.request(ExchangeSessionDocument, { input: { sessionId } });
}

/** The session token as credentials. A token that was refused is replaced once, however many requests it failed. */
export function createSessionToken(source: SessionSource & ServiceOptions): Credentials {
  if ('token' in source) {
    const authorization = `Bearer ${source.token}`;
    return { authorization: async () => authorization, refuse: () => false };
  }
  const { getSession } = source;
  let current: string | undefined;
  let pending: Promise<string> | undefined;

  async function renew(): Promise<string> {
    try {
      const sessionId = await getSession();
      const fault = sessionIdFault(sessionId);
      if (fault !== undefined) throw new TypeError(fault);
      const { token } = await exchangeSession(sessionId, source);
      current = `Bearer ${token}`;
      return current;
    } finally {
      pending = undefined;
    }
  }

  return {
    authorization() {
      if (current !== undefined) return Promise.resolve(current);
      pending ??= renew();
      return pending;
    },
    refuse(authorization) {
      if (current === authorization) current = undefined;
      return true;
    },
  };
}
