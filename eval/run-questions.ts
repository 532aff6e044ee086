import { answer } from './answer.ts';
import type { Reply } from './ask.ts';
import { EvaluationError } from './evaluation-error.ts';
import { type Judgement, judge } from './judge.ts';
import type { Question } from './questions.ts';
import type { ServedWorkspace } from './served-workspace.ts';

/** One asking of a question. */
export interface Attempt extends Judgement {
  /** From 1. */
  readonly attempt: number;
}

export interface RunOptions {
  /** How often each question is asked. */
  readonly repeat: number;
  /** How many questions are asked at once. */
  readonly concurrency: number;
  /** For one message. */
  readonly timeoutMs: number;
  /** Attempts of an earlier run, which are not asked again. */
  readonly done: readonly Attempt[];
  /** Called with each attempt when it is judged, one after the other. */
  readonly onAttempt: (attempt: Attempt) => Promise<void>;
}

/** Failures of the model, without one answer before them, after which it is not asked again. */
const maxFailures = 3;

/**
 * Asks and judges every question. Questions with the same `now` are asked side by side, since the service has one clock.
 * @throws EvaluationError as soon as the provider refuses the key or the model, or if the model fails at the start again and
 *   again; AppError for gold SQL that the source refuses
 */
export async function runQuestions(
  served: ServedWorkspace,
  questions: readonly Question[],
  { repeat, concurrency, timeoutMs, done, onAttempt }: RunOptions,
): Promise<void> {
  const isDone = new Set(done.map(({ question, attempt }) => `${attempt} ${question.id}`));
  const open = Array.from({ length: repeat }, (_, round) => round + 1).flatMap((attempt) =>
    questions.filter(({ id }) => !isDone.has(`${attempt} ${id}`)).map((question) => ({ attempt, question })),
  );
  const watch = new FailureWatch(served.about.model, done.some(isAnswered));
  let stored = Promise.resolve();
  let isStopped = false;
  for (const together of Map.groupBy(open, ({ question }) => question.now).values()) {
    const queue = together.values();
    const work = async (): Promise<void> => {
      for (const { attempt, question } of queue) {
        const replies = await answer(served, question, { timeoutMs, attempt });
        if (isStopped) return;
        watch.see(replies[replies.length - 1] as Reply);
        const judged = { attempt, ...(await judge(question, replies, served.source)) };
        stored = stored.then(() => onAttempt(judged));
        await stored;
        if (isStopped) return;
      }
    };
    const workers = Array.from({ length: concurrency }, () =>
      work().catch((error: unknown) => {
        isStopped = true;
        throw error;
      }),
    );
    await Promise.all(workers);
  }
}

function isAnswered({ status }: Pick<Reply, 'status'>): boolean {
  return status === 'completed';
}

/** Tells when the model need not be asked again. */
class FailureWatch {
  readonly #model: string;
  #hasAnswered: boolean;
  #failures = 0;

  constructor(model: string, hasAnswered: boolean) {
    this.#model = model;
    this.#hasAnswered = hasAnswered;
  }

  /** @throws EvaluationError */
  see(reply: Reply): void {
    this.#hasAnswered ||= isAnswered(reply);
    if (this.#hasAnswered || reply.errorCode !== 'UNAVAILABLE') return;
    this.#failures += 1;
    const status = /\(HTTP (\d{3})\)/.exec(reply.answer)?.[1] ?? '';
    const remedy = remedies[status] ?? (reply.answer.includes('cannot be used') ? 'Set it up first.' : '');
    if (remedy === '' && this.#failures < maxFailures) return;
    throw new EvaluationError(`${this.#model}: ${reply.answer} ${remedy || 'Nothing was answered.'}`);
  }
}

const remedies: Readonly<Record<string, string>> = {
  '401': 'The key is wrong: check the API key of the provider.',
  '403': 'The key may not use this model: check the API key of the provider.',
  '404': 'There is no such model: check its name, and the address of the provider.',
};
