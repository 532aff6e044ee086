/** What the chat's address contains besides the session. */
export interface ChatAddress {
  /** Number of the agent; undefined for the first of the session's deployment. */
  readonly agent: number | undefined;
  /** The thread that is open, so that a reload continues where it was. */
  readonly chatId: string | undefined;
}

export function readAddress(search = window.location.search): ChatAddress {
  const parameters = new URLSearchParams(search);
  const agent = Number(parameters.get('agent') || Number.NaN);
  return { agent: Number.isInteger(agent) ? agent : undefined, chatId: parameters.get('chat') ?? undefined };
}

export function writeChatId(chatId: string | undefined): void {
  const url = new URL(window.location.href);
  if (chatId === undefined) url.searchParams.delete('chat');
  else url.searchParams.set('chat', chatId);
  window.history.replaceState(window.history.state, '', url);
}
