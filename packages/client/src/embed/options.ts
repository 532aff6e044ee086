/** What an embedded page shows, and how. */
export interface EmbedOptions {
  readonly kind: 'chat' | 'dashboard';
  /** Name of the dashboard; required with `kind: 'dashboard'`. */
  readonly dashboard?: string | undefined;
  /** Number of the agent to chat with. @default the deployment's first */
  readonly agent?: number | undefined;
  /** @default the system's color scheme */
  readonly theme?: 'light' | 'dark' | undefined;
  /** BCP 47 name of the locale in which numbers and dates are written. @default the browser's */
  readonly locale?: string | undefined;
  /** Title of the frame for assistive technology. @default 'Analytics' */
  readonly title?: string | undefined;
  /** Address of the service, without a trailing slash. @default with embed.js: the folder from which it was loaded */
  readonly baseUrl?: string | undefined;
  /**
   * Asks your server to mint a session for the signed-in user and returns its id. Called initially, and again whenever the
   * session has expired.
   */
  readonly getSession: () => string | Promise<string>;
  /** Called when the page shows its content. */
  readonly onReady?: (() => void) | undefined;
  /** Called on errors. Codes are those of the API, `NO_SESSION` (`getSession` failed) or `NOT_LOADED` (the frame stayed empty). */
  readonly onError?: ((error: EmbedError) => void) | undefined;
  /** Called when the session has expired; `getSession` is called for another. */
  readonly onExpired?: (() => void) | undefined;
  /** Called when the user asks the agent a question. */
  readonly onQuestion?: ((question: string) => void) | undefined;
}

/** What went wrong in a frame. */
export interface EmbedError {
  readonly code: string;
  readonly message: string;
}

/** A mounted page. */
export interface EmbedFrame {
  readonly element: HTMLIFrameElement;
  /** Removes the frame. No callbacks are called afterwards. */
  remove(): void;
}
