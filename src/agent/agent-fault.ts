import type { LanguageModelV4 } from '@ai-sdk/provider';
import { describeFault, type FaultDescription } from '../faults.ts';
import type { TurnOrigin, TurnRequest } from '../services/chat/turn.ts';
import type { TimeLimitError } from './clock.ts';
import { ProviderError } from './provider-error.ts';

/** A failure as it is logged: without prompts, rows and keys. */
export interface AgentFault extends Partial<TurnOrigin> {
  readonly message: string;
  /** Whether there is no further attempt. */
  readonly isFinal: boolean;
  readonly provider?: string;
  readonly model?: string;
  /** HTTP status of the provider's response. */
  readonly status?: number | undefined;
  /** The provider's id of the failed request. */
  readonly requestId?: string | undefined;
  readonly error: FaultDescription;
}

const messages = {
  tool: 'a tool of the agent failed',
  turn: 'a turn of the agent failed',
} as const;

export function faultOf(
  what: keyof typeof messages,
  { origin }: Pick<TurnRequest, 'origin'>,
  error: unknown,
): AgentFault {
  return { message: messages[what], isFinal: true, ...origin, error: describeFault(error) };
}

/** A call of a language model that failed. */
export function modelFaultOf(
  { origin }: Pick<TurnRequest, 'origin'>,
  { provider, modelId }: LanguageModelV4,
  error: ProviderError | TimeLimitError,
  isFinal: boolean,
): AgentFault {
  const answered = error instanceof ProviderError ? { status: error.status, requestId: error.requestId } : {};
  return {
    message: 'a call of the language model failed',
    isFinal,
    ...origin,
    provider,
    model: modelId,
    ...answered,
    error: describeFault(error),
  };
}
