import type { AgentSettings } from '../../contract/agents.ts';
import type { CertifiedQuery } from '../../contract/prompt.ts';
import type { ChatUsage, StopReason } from '../../contract/stream-lines.ts';
import type { CubeMetadata, QueryRequest, SvcSqlApiResult } from '../../contract/tools.ts';
import type { Column, Row } from '../../engines/query-engine.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ModelCall } from '../usage/model-call.ts';

/** The data that a turn can use: that of one user, in one deployment and branch, and in one time zone. */
export interface TurnData {
  /** All relations that the user may see, without sample values. */
  relations(): readonly CubeMetadata[];
  /**
   * The relations that match best; all of them for an empty query.
   * @param named text whose words are looked up among the values of dimensions that have too many to be listed
   * @throws AppError, shown to the model as the tool's error
   */
  searchMetadata(
    searchQuery: string,
    signal: AbortSignal,
    named?: string | undefined,
  ): Promise<readonly CubeMetadata[]>;
  /** Runs semantic SQL under the user's row-level security and stores the query under a new uuid. @throws AppError */
  runSql(query: QueryRequest, signal: AbortSignal): Promise<SqlResult>;
  /** An earlier query of the user, by uuid; null if there is none. */
  findResult(
    uuid: string,
  ): Promise<{ readonly uuid: string; readonly sqlQuery: string; readonly queryTitle: string } | null>;
}

/** At most 100 rows; `totalRows` counts the query's rows up to 50,000. */
interface SqlResult extends Pick<SvcSqlApiResult, 'uuid' | 'totalRows' | 'cached' | 'asOf'> {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** The agent as configured. */
export interface AgentProfile extends AgentSettings {
  readonly name: string;
  /** The name of one of the account's models, `planner`, or `openai:…`, `anthropic:…`, `openai-compatible:…`. */
  readonly model: string;
  readonly devMode: boolean;
  readonly rules: readonly string[];
  readonly certifiedQueries: readonly CertifiedQuery[];
}

/** Where a turn comes from. It is logged with each failure. */
export interface TurnOrigin {
  readonly run: string;
  /** Whose models the agent may use. */
  readonly account: string;
  /** Its number in the account. */
  readonly agent: number;
}

export interface TurnRequest {
  /** The trace that began the turn, perhaps in another process; null without one. */
  readonly trace?: string | null;
  readonly origin?: TurnOrigin;
  readonly agent: AgentProfile;
  readonly data: TurnData;
  /** Earlier entries of the thread, without the new input. */
  readonly history: readonly HistoryEntry[];
  readonly input: string;
  /** For a turn that was interrupted: its progress, from which it continues. */
  readonly progress?: TurnProgress;
  /** When the question was asked. */
  readonly now: Date;
  readonly timezone: string;
  /** Aborting ends the turn at once with the status `aborted`. Nothing is emitted afterwards. */
  readonly signal: AbortSignal;
  /** Aborting ends the turn before its next step with the status `interrupted`. */
  readonly stopping?: AbortSignal;
  readonly emit: (event: AgentEvent) => void | Promise<void>;
  /** Called after each step with the usage of the turn so far. */
  readonly onUsage?: (usage: ChatUsage) => void;
  /** Keeps the state of the turn after each finished step, in place of the one before. */
  readonly onState?: (state: AgentState) => Promise<void>;
  /** Keeps JSON text that later turns get with the question, in place of what the turn kept before. */
  readonly onNotes?: (notes: string) => Promise<void>;
  /** Called after each call of a language model, whatever its outcome. */
  readonly onModelCall?: (call: ModelCall) => void;
}

/** What an agent needs to continue a turn with the same model. Nobody else reads it. */
export interface AgentState {
  /** The name of the model. */
  readonly model: string;
  /** JSON of the finished steps, as the model's provider needs them back. */
  readonly steps: string;
}

/** What a turn did before it was interrupted. */
interface TurnProgress {
  /**
   * What the agent said after `input`, oldest first, without calls that have no result and without a step that has no
   * results at all.
   */
  readonly said: readonly HistoryEntry[];
  /** The state that was kept last; null if there is none. */
  readonly state?: AgentState | null;
  readonly usage: ChatUsage;
}

/**
 * What an agent says in a turn, in order. The chat service numbers, stores and encodes these events.
 */
export type AgentEvent =
  /** A new piece of intermediate text. `id` groups the pieces of one message. */
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  /** A new piece of reasoning, shown only in development mode. */
  | { readonly type: 'thinking-delta'; readonly id: string; readonly delta: string }
  /** A complete message. `content` is the text of all its deltas. */
  | { readonly type: 'text'; readonly id: string; readonly content: string; readonly thinking?: string }
  /** Withdraws and closes the message, because its step starts over with a new message. */
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
  /** The final answer. Emitted once, as the last event. */
  | { readonly type: 'answer'; readonly id: string; readonly content: string };

/** Why a turn failed. The message is safe to show. */
export interface TurnError {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * How a turn ended, with its total usage, including that before an interruption. A completed turn without a
 * `stopReason` ended because the model was finished.
 */
export type TurnOutcome = {
  readonly usage: ChatUsage;
  /** The name of the model that answered, or was asked last. */
  readonly model?: string | undefined;
} & (
  | { readonly status: 'completed'; readonly stopReason?: StopReason }
  | { readonly status: 'aborted' }
  | { readonly status: 'interrupted' }
  | {
      readonly status: 'failed';
      readonly error: TurnError;
      /** Present if a limit ended the turn. */
      readonly stopReason?: StopReason;
    }
);

/** An entry of a thread's history, as shown to the model. */
export type HistoryEntry =
  | {
      readonly type: 'user';
      readonly content: string;
      /** What its turn passed to `onNotes`. */
      readonly notes?: string | undefined;
    }
  | { readonly type: 'assistant'; readonly content: string }
  | {
      readonly type: 'tool';
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly result: string;
    };
