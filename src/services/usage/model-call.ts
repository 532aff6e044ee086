/** Tokens as the provider counts them, or estimated if it counts none. Cached tokens are part of the input, and reasoning is part of the output. */
export interface Tokens {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** One attempt at a step. */
export interface ModelCall extends Tokens {
  /** `openai`, `anthropic`, `openai-compatible`, …, or `inlay` for the planner. */
  readonly provider: string;
  readonly model: string;
  /** Whether it broke or ran out of time. A call that the user stopped has not failed. */
  readonly hasFailed: boolean;
}
