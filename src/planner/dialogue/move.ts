import type { Speech } from '../speech/english.ts';

/** A tool to call, with its arguments. */
interface PlannedCall {
  readonly toolName: 'svcMeta' | 'svcSqlApi';
  readonly input: Readonly<Record<string, string>>;
}

/** What the planner says and does in one step. */
export interface Move {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly PlannedCall[];
  /** Why its answer answers nothing. @default it does answer */
  readonly stopReason?: 'refusal' | 'no_answer';
}

/** Ends the turn with an answer. */
export function say(thinking: string, text: string): Move {
  return { thinking, text, calls: [] };
}

/** Says why there is no answer. */
export function withoutAnswer(thinking: string, text: string): Move {
  return { ...say(thinking, text), stopReason: 'no_answer' };
}

/** The answer to a question that takes more work than any question is worth. */
export const tooLong = withoutAnswer(
  '',
  'This question is too long for me to take apart. Please ask it in shorter parts.',
);

/** The same where the time was up, as on a machine that is busy. */
export const outOfTime = withoutAnswer(
  '',
  'I could not take this question apart in time. Please ask it again, or in shorter parts.',
);

/** Runs queries before it goes on. */
export function query(thinking: string, inputs: readonly PlannedCall['input'][]): Move {
  return { thinking, text: '', calls: inputs.map((input) => ({ toolName: 'svcSqlApi', input })) };
}

/** Says that a query failed. */
export function failure(error: string, { decline }: Speech): Move {
  return withoutAnswer('', decline.noFigures(error));
}
