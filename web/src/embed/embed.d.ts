/** What `embed.js` adds to a page: `<script src="https://inlay.example.com/embed.js"></script>`. */
declare const Inlay: {
  /**
   * Mounts an embedded page in an element and fills it: a chat takes the element's height, a dashboard has its own.
   * The page's origin must be among the account's `embedOrigins`.
   */
  mount(element: Element, options: InlayOptions): InlayFrame;
};

interface InlayOptions {
  readonly kind: 'chat' | 'dashboard';
  /** Name of the dashboard; required with `kind: 'dashboard'`. */
  readonly dashboard?: string;
  /** Number of the agent to chat with. @default the deployment's first */
  readonly agent?: number;
  /** @default the system's color scheme */
  readonly theme?: 'light' | 'dark';
  /** Title of the frame for assistive technology. @default 'Analytics' */
  readonly title?: string;
  /** Address of the service, without a trailing slash. @default the folder from which this script was loaded */
  readonly baseUrl?: string;
  /**
   * Asks your server to mint a session for the signed-in user and returns its id. Called initially, and again whenever the
   * session has expired.
   */
  readonly getSession: () => string | Promise<string>;
  /** Called when the page shows its content. */
  readonly onReady?: () => void;
  /** Called on errors. Codes are those of the API, `NO_SESSION` (`getSession` failed) or `NOT_LOADED` (the frame stayed empty). */
  readonly onError?: (error: InlayError) => void;
  /** Called when the session has expired; `getSession` is called for another. */
  readonly onExpired?: () => void;
  /** Called when the user asks the agent a question. */
  readonly onQuestion?: (question: string) => void;
}

interface InlayError {
  readonly code: string;
  readonly message: string;
}

interface InlayFrame {
  readonly element: HTMLIFrameElement;
  /** Removes the frame. No callbacks are called afterwards. */
  remove(): void;
}
