type Here = Pick<Location, 'pathname' | 'search'>;

/** What of the address is not about what a page shows: the session's place and the look. */
const lasting = ['account', 'view', 'host', 'theme', 'look', 'locale'];
/** Of a conversation, by which a chat finds it again. */
const conversation = ['agent', 'chat'];

/** The address of a dashboard, or of the list of all, which leads back to the list and to the conversation that led there. */
export function dashboardAddress(name: string | undefined, here: Here): string {
  const page = name === undefined ? 'dashboard' : `dashboard/${encodeURIComponent(name)}`;
  const own = name === undefined ? [] : [['list', '1']];
  return addressOf(page, here, [...lasting, ...conversation], own);
}

/** The address of the conversation that led to a dashboard; undefined if none did. */
export function conversationAddress(here: Here): string | undefined {
  const isKnown = new URLSearchParams(here.search).has('chat');
  return isKnown ? addressOf('chat', here, [...lasting, ...conversation], []) : undefined;
}

function addressOf(
  page: string,
  { pathname, search }: Here,
  kept: readonly string[],
  own: readonly (readonly string[])[],
): string {
  const given = new URLSearchParams(search);
  const parameters = new URLSearchParams([
    ...kept.flatMap((key) => given.getAll(key).map((value) => [key, value])),
    ...own.map((pair) => [...pair]),
  ]);
  const path = pathname.replace(/\/embed\/(?:chat|dashboard(?:\/[^/]*)?)$/, `/embed/${page}`);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
