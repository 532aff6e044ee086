import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluationsFile, type RecordedEvaluation } from '../src/contract/evaluations.ts';
import { EvaluationError } from './evaluation-error.ts';
import { verdicts } from './report.ts';
import type { RunAbout } from './run-file.ts';
import type { Attempt } from './run-questions.ts';

/** The scores of a workspace over time. */
export interface History {
  /** @param questions name of their file */
  add(about: RunAbout, questions: string, attempts: readonly Attempt[]): Promise<void>;
}

/** @throws EvaluationError for a workspace that cannot be written to, before anything is asked */
export async function openHistory(workspace: string): Promise<History> {
  const file = join(workspace, evaluationsFile);
  await appendFile(file, '').catch(({ code }: NodeJS.ErrnoException) => {
    throw new EvaluationError(
      `${file} cannot be written to (${code}). Leave out --record, or give write access.`,
    );
  });
  return {
    async add({ account, agent, model }, questions, attempts) {
      const counts = Object.fromEntries(
        verdicts.map((verdict) => [verdict, attempts.filter((one) => one.verdict === verdict).length]),
      ) as Pick<RecordedEvaluation, 'right' | 'wrong' | 'declined' | 'failed'>;
      const at = new Date().toISOString();
      const evaluation: RecordedEvaluation = {
        at,
        account,
        agent,
        model,
        questions,
        asked: attempts.length,
        ...counts,
      };
      await appendFile(file, `${JSON.stringify(evaluation)}\n`);
    },
  };
}
