import { basename } from 'node:path';
import { AppError } from '../src/errors.ts';
import { formatComparison } from './compare-runs.ts';
import { EvaluationError } from './evaluation-error.ts';
import { openHistory } from './history.ts';
import { readPrices } from './prices.ts';
import { readQuestions } from './questions.ts';
import { formatReport, scoreOf } from './report.ts';
import { openRunFile, readRun } from './run-file.ts';
import type { Attempt } from './run-questions.ts';

/** Options as they were typed; the command line describes them. */
export interface EvaluateOptions {
  /** Folder of the workspace, or a run with `compare`. */
  readonly first: string | undefined;
  /** File of questions, or the other run. */
  readonly second: string | undefined;
  readonly agent?: string | undefined;
  readonly account?: string | undefined;
  readonly model?: string | undefined;
  readonly only?: string | undefined;
  readonly repeat: string;
  readonly concurrency: string;
  readonly timeout: string;
  readonly out?: string | undefined;
  readonly record: boolean;
  readonly 'min-right': string;
  readonly 'max-wrong': string;
  readonly compare: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks an agent questions and prints how many answers are right, or compares two runs.
 * @returns the exit code: 0, 1 beyond a limit, 2 if what was given cannot be used, which is explained
 */
export async function evaluate(options: EvaluateOptions, env: Environment): Promise<number> {
  return await explained(() => (options.compare ? compare(options) : ask(options, env)));
}

/** Runs what returns an exit code. A fault of what was given is explained, with the code 2. */
export async function explained(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof EvaluationError || error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    if (error instanceof AppError) {
      for (const issue of error.issues) process.stderr.write(`  ${issue.path}: ${issue.message}\n`);
    }
    return 2;
  }
}

async function compare({ first, second }: EvaluateOptions): Promise<number> {
  const [one, other] = [given(first, 'two runs'), given(second, 'two runs')];
  const comparison = formatComparison(await readRun(one), await readRun(other), await readPrices());
  process.stdout.write(`${comparison}\n`);
  return 0;
}

async function ask(values: EvaluateOptions, env: Environment): Promise<number> {
  const [first, second] = [given(values.first, 'a workspace'), given(values.second, 'a file of questions')];
  const prices = await readPrices();
  const limits = { right: percent(values['min-right']), wrong: percent(values['max-wrong']) };
  const [repeat, concurrency] = [wholeNumber(values.repeat), wholeNumber(values.concurrency)];
  const timeoutMs = wholeNumber(values.timeout) * 1000;
  const { only = '', record } = values;
  if (record && only !== '')
    throw new EvaluationError('A part of the questions is no score to compare: use --record without --only.');

  const questions = (await readQuestions(second)).filter(
    ({ id, kind }) => id.startsWith(only) || kind.startsWith(only),
  );
  if (questions.length === 0) throw new EvaluationError(`No question of ${second} begins with ${only}.`);
  const history = record ? await openHistory(first) : undefined;
  // The service takes a while to load, and what is wrong so far is said at once.
  const { runQuestions } = await import('./run-questions.ts');
  const { serveWorkspace } = await import('./served-workspace.ts');
  await using served = await serveWorkspace({
    workspace: first,
    env,
    account: values.account,
    agent: values.agent === undefined ? undefined : wholeNumber(values.agent),
    model: values.model,
  });
  const file =
    values.out === undefined ? null : await openRunFile(values.out, served.about, questions, repeat);
  const attempts: Attempt[] = [...(file?.done ?? [])];
  await runQuestions(served, questions, {
    repeat,
    concurrency,
    timeoutMs,
    done: file?.done ?? [],
    async onAttempt(attempt) {
      attempts.push(attempt);
      await file?.add(attempt);
    },
  });
  const order = new Map(questions.map(({ id }, index) => [id, index]));
  attempts.sort(
    (a, b) => (order.get(a.question.id) ?? 0) - (order.get(b.question.id) ?? 0) || a.attempt - b.attempt,
  );
  process.stdout.write(`${formatReport(attempts, served.about.model, prices)}\n`);
  await history?.add(served.about, basename(second), attempts);
  const score = scoreOf(attempts);
  return score.right >= limits.right && score.wrong <= limits.wrong ? 0 : 1;
}

function given(value: string | undefined, what: string): string {
  if (value === undefined) throw new EvaluationError(`Name ${what}. Usage: see "inlay eval --help".`);
  return value;
}

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new EvaluationError(`${text} is not a number from 0 to 100.`);
  }
  return value;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new EvaluationError(`${text} is not a whole number above 0.`);
  return Number(text);
}
