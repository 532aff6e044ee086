/** What `embed.js` adds to a page: `<script src="https://inlay.example.com/embed.js"></script>`. */
declare const Inlay: {
  /**
   * Puts an embedded page into an element, which it fills: a chat takes the element's height, a dashboard its own.
   * The page's origin has to be among the account's `embedOrigins`.
   */
  mount(element: Element, options: InlayOptions): InlayFrame;
};

interface InlayOptions {
  readonly kind: 'chat' | 'dashboard';
  /** Name of the dashboard; required with `kind: 'dashboard'`. */
  readonly dashboard?: string;
  /** Number of the agent to chat with. @default the deployment's first */
  readonly agent?: number;
  /** @default as the reader's system has it */
  readonly theme?: 'light' | 'dark';
  /** What assistive technology calls the frame. @default 'Analytics' */
  readonly title?: string;
  /** Where the service is reached, without a trailing slash. @default the folder that this script came from */
  readonly baseUrl?: string;
  /**
   * Has your server mint a session for the signed-in user, and returns its id. Called at first, and again whenever the
   * session has ended.
   */
  readonly getSession: () => string | Promise<string>;
  /** The reader sees what was asked for. */
  readonly onReady?: () => void;
  /** Something failed. Codes are those of the API; `NO_SESSION`: `getSession` failed; `NOT_LOADED`: the frame stayed empty. */
  readonly onError?: (error: InlayError) => void;
  /** The session has ended; `getSession` is asked for another. */
  readonly onExpired?: () => void;
  /** The reader asked the agent something. */
  readonly onQuestion?: (question: string) => void;
}

interface InlayError {
  readonly code: string;
  readonly message: string;
}

interface InlayFrame {
  readonly element: HTMLIFrameElement;
  /** Takes the frame away; nothing is called from then on. */
  remove(): void;
}
