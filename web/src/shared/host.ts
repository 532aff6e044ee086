import { type PageMessage, readHostMessage, sealed } from './host-messages.ts';

/** The page around an embedded one. */
export interface Host {
  /** Tells it something; nobody hears it where there is no such page. */
  tell(message: PageMessage): void;
  /** @param listener gets the id of each session that the host hands in @returns ends the subscription */
  onSession(listener: (sessionId: string) => void): () => void;
}

/** The parts of a window that this needs. */
type Frame = Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener'> & {
  readonly location: Pick<Location, 'search' | 'ancestorOrigins'>;
  readonly document: Pick<Document, 'referrer'>;
};

/**
 * Speaks with the page around this one over `postMessage`, with that page's origin alone in both directions. Who may be
 * around it is the service's to say (`frame-ancestors`); a wrong `host` in the address merely leads to silence.
 */
export function createHost(frame: Frame = window): Host {
  const { parent } = frame;
  const origin = Object.is(parent, frame) ? undefined : originOfParent(frame);
  return {
    tell(message) {
      if (origin !== undefined) parent.postMessage(sealed(message), origin);
    },
    onSession(listener) {
      function receive(event: MessageEvent<unknown>): void {
        if (event.source !== parent || event.origin !== origin) return;
        const message = readHostMessage(event.data);
        if (message !== undefined) listener(message.sessionId);
      }
      frame.addEventListener('message', receive);
      return () => frame.removeEventListener('message', receive);
    },
  };
}

/** As embed.js writes it into the address, else as the browser tells it. */
function originOfParent({ location, document }: Frame): string | undefined {
  const named = new URLSearchParams(location.search).get('host');
  // Not every browser has ancestorOrigins, and the host's policy may keep the referrer from us.
  const ancestors = location.ancestorOrigins as DOMStringList | undefined;
  for (const candidate of [named, ancestors?.[0], document.referrer]) {
    if (candidate && URL.canParse(candidate) && new URL(candidate).origin !== 'null')
      return new URL(candidate).origin;
  }
  return undefined;
}
