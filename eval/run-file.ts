import { appendFile, readFile, truncate } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseJson } from '../src/json.ts';
import { EvaluationError } from './evaluation-error.ts';
import { judgement } from './judge.ts';
import type { Question } from './questions.ts';
import type { Attempt } from './run-questions.ts';

const about = z.strictObject({ account: z.string(), agent: z.int(), model: z.string() });
const headLine = z.strictObject({ run: about });
const attemptLine = judgement.extend({ attempt: z.int() });

/** Who was asked in a run. */
export type RunAbout = z.output<typeof about>;

export interface StoredRun {
  readonly run: RunAbout;
  readonly attempts: readonly Attempt[];
}

/**
 * A run that was written as it went: a line about it, then one for each attempt. What comes after the last whole line was
 * being written when the run was cut off, and does not count. If an attempt is there twice, the later one counts.
 * @throws EvaluationError for a file that is none
 */
export async function readRun(file: string): Promise<StoredRun> {
  const [first, ...rest] = wholeLines(await readFile(file, 'utf8').catch(() => ''));
  const head = headLine.safeParse(parseJson(first ?? ''));
  if (!head.success) throw new EvaluationError(`${file} is not a run that --out wrote.`);
  const attempts = new Map<string, Attempt>();
  for (const [index, line] of rest.entries()) {
    const parsed = attemptLine.safeParse(parseJson(line));
    if (!parsed.success)
      throw new EvaluationError(`${file}:${index + 2} is not an attempt that --out wrote.`);
    attempts.set(`${parsed.data.attempt} ${parsed.data.question.id}`, parsed.data);
  }
  return { run: head.data.run, attempts: [...attempts.values()] };
}

export interface RunFile {
  /** Attempts that the file has for these questions, as they are now. */
  readonly done: readonly Attempt[];
  add(attempt: Attempt): Promise<void>;
}

/**
 * Opens a file to write a run to, or to go on with one that was cut off.
 * @throws EvaluationError if it holds something else, such as the run of another model
 */
export async function openRunFile(
  file: string,
  run: RunAbout,
  questions: readonly Question[],
  repeat: number,
): Promise<RunFile> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const add = (value: object) => appendFile(file, `${JSON.stringify(value)}\n`);
  if (wholeLines(text).length === 0) {
    if (text !== '') throw new EvaluationError(`${file} is not a run that --out wrote.`);
    await add({ run });
    return { done: [], add };
  }
  const stored = await readRun(file);
  if (!isDeepStrictEqual(stored.run, run)) {
    const { account, agent, model } = stored.run;
    throw new EvaluationError(
      `${file} holds a run of agent ${agent} of ${account} with ${model}. Name another file for this one.`,
    );
  }
  await truncate(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)));
  const byId = new Map(questions.map((question) => [question.id, question]));
  const done = stored.attempts.filter(
    ({ attempt, question }) => attempt <= repeat && isDeepStrictEqual(byId.get(question.id), question),
  );
  return { done, add };
}

function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}
