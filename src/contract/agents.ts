import { textFilter } from './lists.ts';

export const agentFilter = textFilter('AgentFilter', 'agents', 'name');

/** How much a model reasons before it answers. Providers without one of these use the nearest. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** Limits of one turn. Omitted ones keep their defaults. */
export interface TurnLimits {
  /** Calls of a model. A model that takes over has as many of its own. @default 12 */
  readonly steps?: number | undefined;
  /** The whole turn. @default 600 */
  readonly seconds?: number | undefined;
  /** Tokens read and written, as the provider counts them. @default 400_000 */
  readonly tokens?: number | undefined;
  /** Time until a model begins to answer. @default 60 */
  readonly firstTokenSeconds?: number | undefined;
  /** Time between two pieces of an answer. @default 60 */
  readonly silenceSeconds?: number | undefined;
}

/** How an agent uses its models. */
export interface AgentSettings {
  /** Models that take over, one after the other, when the one before cannot answer. @default none */
  readonly fallback?: readonly string[];
  /** @default the provider's */
  readonly reasoning?: ReasoningEffort | null;
  /** Ignored by models that do not support it. @default the provider's */
  readonly temperature?: number | null;
  readonly limits?: TurnLimits;
}
