import { type HostMessage, type PageMessage, readHostMessage, sealed } from '@inlay/client/embed';

/** The host page of an embedded page. */
export interface Host {
  /** Sends it a message; does nothing without a host page. */
  tell(message: PageMessage): void;
  /** @param listener receives the host's messages of this type @returns ends the subscription */
  on<Type extends HostMessage['type']>(
    type: Type,
    listener: (message: Extract<HostMessage, { type: Type }>) => void,
  ): () => void;
}

/** The parts of a window that this needs. */
type Frame = Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener'> & {
  readonly location: Pick<Location, 'search' | 'ancestorOrigins'>;
  readonly document: Pick<Document, 'referrer'>;
};

/**
 * Exchanges messages with the host page over `postMessage`, in both directions only with that page's origin. The service decides
 * who may frame a page (`frame-ancestors`); with a wrong `host` in the address, messages are just not delivered.
 */
export function createHost(frame: Frame = window): Host {
  const { parent } = frame;
  const origin = Object.is(parent, frame) ? undefined : originOfParent(frame);
  return {
    tell(message) {
      if (origin !== undefined) parent.postMessage(sealed(message), origin);
    },
    on(type, listener) {
      function receive(event: MessageEvent<unknown>): void {
        if (event.source !== parent || event.origin !== origin) return;
        const message = readHostMessage(event.data);
        if (isOfType(message, type)) listener(message);
      }
      frame.addEventListener('message', receive);
      return () => frame.removeEventListener('message', receive);
    },
  };
}

function isOfType<Type extends HostMessage['type']>(
  message: HostMessage | undefined,
  type: Type,
): message is Extract<HostMessage, { type: Type }> {
  return message?.type === type;
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
