import type { ChatService } from './chat-service.ts';
import type { Line, LineClient } from './line-client.ts';
import type { ScriptedAgent, ScriptedTurn } from './scripted-agent.ts';

/** A turn that was started over a socket. */
export interface StartedTurn {
  /** The stream behind `opening`. */
  readonly stream: LineClient;
  readonly chatId: string;
  /** `__cutoff__` and the user's message. */
  readonly opening: readonly Line[];
  readonly turn: ScriptedTurn;
}

/** Sends an input and resolves once its first two lines are read and the agent is at work. @throws when it is refused */
export async function startTurn(
  service: ChatService,
  agent: ScriptedAgent,
  body: object,
  options?: Parameters<ChatService['chat']>[1],
): Promise<StartedTurn> {
  const stream = await service.chat(body, options);
  if (stream.status !== 200) throw new Error(`${stream.status} ${await stream.text()}`);
  const opening = await stream.take(2);
  return { stream, chatId: opening[0]?.state?.chatId ?? '', opening, turn: await agent.nextTurn() };
}
