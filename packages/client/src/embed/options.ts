/** What an embedded page shows, and how. */
export interface EmbedOptions {
  readonly kind: 'chat' | 'dashboard';
  /** Name of the dashboard. @default with `kind: 'dashboard'`: the list of those that the user can open */
  readonly dashboard?: string | undefined;
  /** Number of the agent to chat with. @default the deployment's first */
  readonly agent?: number | undefined;
  /** The whole look, or only the color scheme. @default the system's color scheme */
  readonly theme?: 'light' | 'dark' | EmbedTheme | undefined;
  /** BCP 47, of words, numbers and dates: `de-AT`. Languages without words of their own get English ones. @default the browser's */
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
  /** Called on errors. Codes are those of the API, `NO_SESSION` (`getSession` gave none) or `NOT_LOADED` (the frame stayed empty). */
  readonly onError?: ((error: EmbedError) => void) | undefined;
  /** Called when the session has expired; `getSession` is called for another. */
  readonly onExpired?: (() => void) | undefined;
  /** Called when the user asks the agent a question. */
  readonly onQuestion?: ((question: string) => void) | undefined;
  /** Called when the user clicks something of a chart of the dashboard, or the button of a row of a table. */
  readonly onClick?: ((click: EmbedClick) => void) | undefined;
  /** Called when the user has pinned an answer of the chat to a dashboard of their own, new or not. */
  readonly onPin?: ((dashboard: EmbedPin) => void) | undefined;
  /** Called with a dashboard's height in CSS pixels, which its frame has taken. */
  readonly onHeight?: ((height: number) => void) | undefined;
  /**
   * Called when the user wants a question about a tile answered. @default the first chat that is mounted on this page is asked;
   * without one, dashboards do not offer it
   */
  readonly onAsk?: ((question: string) => void) | undefined;
}

/** Everything is optional; what is not safe to use is left out. Colors are written `#rrggbb`. */
export interface EmbedTheme {
  /** @default the system's */
  readonly scheme?: 'light' | 'dark';
  /** Of buttons, links and what is chosen. */
  readonly primaryColor?: string;
  readonly backgroundColor?: string;
  readonly textColor?: string;
  /** A font of the user's system, or several in order, as in CSS; none is loaded. */
  readonly fontFamily?: string;
  /** Of corners, in CSS pixels, 0 to 32. */
  readonly radius?: number;
  /** Colors of series in charts, 1 to 24. */
  readonly palette?: readonly string[];
  /** @default 'comfortable' */
  readonly density?: 'comfortable' | 'compact';
}

/** What to choose in filters, by their names. */
export interface EmbedFilters {
  readonly [filter: string]:
    | readonly string[]
    | { readonly from?: string; readonly to?: string }
    | { readonly min?: number; readonly max?: number };
}

export interface EmbedClick {
  /** Name of the tile. */
  readonly tile: string;
  /** Of the row that was clicked, by the names of the tile's columns and as the tile's rows have them: times and exact numbers are texts. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The dashboard that an answer was pinned to. */
export interface EmbedPin {
  /** Global ID, for GraphQL. */
  readonly id: string;
  /** By which `dashboard` mounts it. */
  readonly name: string;
  readonly title: string;
}

/** What went wrong in a frame. */
export interface EmbedError {
  readonly code: string;
  readonly message: string;
}

/** A mounted page. */
export interface EmbedFrame {
  readonly element: HTMLIFrameElement;
  /**
   * Chooses in a dashboard's filters, and clears all others. Days are written `YYYY-MM-DD`. With a filter that the dashboard does not
   * have, or a value that is none of its kind, `onError` is called (`VALIDATION_FAILED`), and nothing is changed.
   */
  setFilters(filters: EmbedFilters): void;
  /** Replaces the look. */
  setTheme(theme: 'light' | 'dark' | EmbedTheme): void;
  /** Asks a chat's agent a question, after those before it are answered. */
  ask(question: string): void;
  /** Removes the frame. No callbacks are called afterwards. */
  remove(): void;
}
