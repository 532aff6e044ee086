import type { CertifiedQuery } from '../../contract/prompt.ts';
import type { Column, Row } from '../../engines/query-engine.ts';
import type { CubeMetadata, RelationMetadata } from '../../semantic/metadata.ts';

/** What a turn may do with data, already bound to one user, one deployment and branch, and one time zone. */
export interface TurnData {
  /** Every relation that the user may see, without members. */
  relations(): readonly RelationMetadata[];
  /** @throws AppError, shown to the model as the tool's error */
  searchMetadata(searchQuery: string, signal: AbortSignal): Promise<readonly CubeMetadata[]>;
  /** Runs semantic SQL under the user's row security and keeps the query under a new uuid. @throws AppError */
  runSql(input: SqlInput, signal: AbortSignal): Promise<SqlResult>;
  /** An earlier result of this thread's user, by uuid; null when there is none. */
  findResult(
    uuid: string,
  ): Promise<{ readonly uuid: string; readonly sqlQuery: string; readonly queryTitle: string } | null>;
}

export interface SqlInput {
  readonly sqlQuery: string;
  readonly queryTitle: string;
  readonly description: string;
  readonly userRequest: string;
}

/** `rows` holds at most 100 rows; `totalRows` counts the query's rows up to 50,000 (contract §5). */
export interface SqlResult {
  readonly uuid: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
}

/** The agent as configured: `model` is `planner`, `openai:…`, `anthropic:…` or `openai-compatible:…`. */
export interface AgentProfile {
  readonly name: string;
  readonly model: string;
  readonly devMode: boolean;
  readonly rules: readonly string[];
  readonly certifiedQueries: readonly CertifiedQuery[];
}

/** Which turn it is, for the log. */
export interface TurnOrigin {
  readonly run: string;
  readonly account: string;
  /** Its number in the account. */
  readonly agent: number;
}

export interface TurnRequest {
  readonly origin?: TurnOrigin;
  readonly agent: AgentProfile;
  readonly data: TurnData;
  /** Earlier entries of the thread, without the new input. */
  readonly history: readonly HistoryEntry[];
  readonly input: string;
  /** How far the turn had come when it was interrupted: it goes on from there. Absent for a turn that starts. */
  readonly progress?: TurnProgress;
  /** When the question was asked. */
  readonly now: Date;
  readonly timezone: string;
  /** Aborting ends the turn at once with status `aborted`; nothing is emitted after that. */
  readonly signal: AbortSignal;
  /** Aborting ends the turn before its next step with status `interrupted`. Absent for one that nobody stops so. */
  readonly stopping?: AbortSignal;
  readonly emit: (event: AgentEvent) => void | Promise<void>;
  /** Told at the end of each step what the turn has cost so far, so that it is known whatever becomes of the turn. */
  readonly onUsage?: (usage: Usage) => void;
}

/** What a turn did before it was interrupted. */
export interface TurnProgress {
  /**
   * What it said, oldest first, behind `input`. Calls that had no result yet are left out, and so is what it said in a
   * step that has none at all.
   */
  readonly said: readonly HistoryEntry[];
  readonly usage: Usage;
}

/**
 * What one turn of an agent says, step by step. The chat service numbers, stores and encodes these;
 * whoever runs the turn only emits them in order.
 */
export type AgentEvent =
  /** A new piece of working text; `id` groups the pieces of one message. */
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  /** A new piece of reasoning; shown in development mode only. */
  | { readonly type: 'thinking-delta'; readonly id: string; readonly delta: string }
  /** The message is complete; `content` equals its deltas joined. */
  | { readonly type: 'text'; readonly id: string; readonly content: string; readonly thinking?: string }
  /** What was said under this id is taken back: its step is begun again, under another. Closes the message. */
  | { readonly type: 'text-withdrawn'; readonly id: string }
  /** `input` is the text of a JSON object, the tool's parameters. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: string }
  /** Closes the call of the same `id`; `result` is JSON text, `{"error": …}` when the tool failed. */
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly result: string;
    }
  /** The final consolidated answer, once, last. */
  | { readonly type: 'answer'; readonly id: string; readonly content: string };

/** Tokens as the provider counts them; zero where a provider does not say. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly steps: number;
}

/**
 * Why a turn stopped (contract §7): the model was done (`stop`), or its answer was cut short, kept back, refused, forced
 * by a limit of the turn, or missing. `no_answer` is also that of a model which says that the data does not tell.
 */
export type StopReason =
  | 'stop'
  | 'length'
  | 'content_filter'
  | 'refusal'
  | 'step_limit'
  | 'time_limit'
  | 'token_limit'
  | 'no_answer';

/**
 * How a turn ended, and what it cost in all, also before an interruption. A completed turn without a `stopReason` stopped
 * because the model was done.
 */
export type TurnOutcome =
  | { readonly status: 'completed'; readonly usage: Usage; readonly stopReason?: StopReason }
  | { readonly status: 'aborted'; readonly usage: Usage }
  | { readonly status: 'interrupted'; readonly usage: Usage }
  | {
      readonly status: 'failed';
      readonly usage: Usage;
      readonly error: { readonly code: string; readonly message: string };
      /** Where a limit of the turn ended it. */
      readonly stopReason?: StopReason;
    };

/** One entry of a thread's history, oldest first, as a model is shown it. */
export type HistoryEntry =
  | { readonly type: 'user'; readonly content: string }
  | { readonly type: 'assistant'; readonly content: string }
  | {
      readonly type: 'tool';
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly result: string;
    };
