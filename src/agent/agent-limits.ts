import type { AgentSettings } from '../contract/agents.ts';
import type { StepLimits } from './step-request.ts';
import type { ResultCaps } from './tool-caps.ts';

export interface AgentLimits extends StepLimits {
  /** Model calls per turn; a model that takes over has as many of its own. @default 12 */
  readonly maxSteps: number;
  /** Input and output tokens per turn. @default 400_000 */
  readonly maxTokens: number;
  /** @default 6 */
  readonly maxToolCallsPerStep: number;
  /** @default 60_000 */
  readonly toolTimeoutMs: number;
  /** A whole turn, from its start or resumption. @default 600_000 */
  readonly turnMs: number;
  /** Maximum characters of earlier turns in the prompt, without notes. @default 60_000 */
  readonly maxHistoryCharacters: number;
  /** Maximum characters of the notes on their questions. @default 12_000 */
  readonly maxNotesCharacters: number;
  /** How much a model sees of one tool result; the planner sees all of it. @default 50 rows, 10_000 characters */
  readonly caps: ResultCaps;
}

const defaultLimits: Omit<AgentLimits, 'maxOutputTokens' | 'stepMs'> = {
  maxSteps: 12,
  maxTokens: 400_000,
  maxToolCallsPerStep: 6,
  toolTimeoutMs: 60_000,
  maxStepCharacters: 256_000,
  maxRetries: 3,
  firstChunkMs: 60_000,
  chunkMs: 60_000,
  turnMs: 600_000,
  maxHistoryCharacters: 60_000,
  maxNotesCharacters: 12_000,
  caps: { maxRows: 50, maxBytes: 10_000 },
};

/** An answer is short; reasoning counts as output, too. */
const outputTokens = { answering: 8_000, reasoning: 32_000 };

/** The limits of an agent's turns: its own, or else those of the runtime, or else the defaults. */
export function limitsOf(
  { limits = {}, reasoning }: AgentSettings,
  ofRuntime: Partial<AgentLimits>,
): AgentLimits {
  const { steps, seconds, tokens, firstTokenSeconds, silenceSeconds } = limits;
  const own = {
    ...(steps === undefined ? {} : { maxSteps: steps }),
    ...(seconds === undefined ? {} : { turnMs: 1_000 * seconds }),
    ...(tokens === undefined ? {} : { maxTokens: tokens }),
    ...(firstTokenSeconds === undefined ? {} : { firstChunkMs: 1_000 * firstTokenSeconds }),
    ...(silenceSeconds === undefined ? {} : { chunkMs: 1_000 * silenceSeconds }),
  };
  const known = { ...defaultLimits, ...ofRuntime, ...own };
  const doesReason = reasoning != null && reasoning !== 'none';
  return {
    maxOutputTokens: doesReason ? outputTokens.reasoning : outputTokens.answering,
    // One step leaves time for another model to take over.
    stepMs: known.turnMs / 2,
    ...known,
  };
}
