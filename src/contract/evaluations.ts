import { z } from 'zod';

/** The file in a workspace to which `inlay eval --record` appends, one JSON object per line. */
export const evaluationsFile = 'evaluations.jsonl';

const count = z.int().nonnegative();

/** What came of asking one agent a file of questions. */
export const recordedEvaluation = z.object({
  at: z.iso.datetime(),
  account: z.string(),
  /** Number within the account. */
  agent: z.int(),
  model: z.string(),
  /** Name of the file of questions. */
  questions: z.string(),
  /** Number of answers, one for each attempt; the following four add up to it. */
  asked: count,
  right: count,
  wrong: count,
  declined: count,
  failed: count,
});

export type RecordedEvaluation = z.output<typeof recordedEvaluation>;
