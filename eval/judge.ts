import type { QueryEngine, Row } from '../src/engines/query-engine.ts';
import type { Reply } from './ask.ts';
import { unfoundedFigures } from './check-answer.ts';
import { chartProblem } from './check-chart.ts';
import { matchesGold, type ResultSet } from './compare-results.ts';
import type { Question } from './questions.ts';

/**
 * - `right`: the figures are the gold's, or the question was to be declined and was.
 * - `wrong`: other figures, or any figures where none can be right, or words that say figures which the result does not hold.
 * - `declined`: the agent said that it cannot answer a question that has an answer.
 * - `failed`: no answer at all; the run broke, or ended without a final line.
 */
export type Verdict = 'right' | 'wrong' | 'declined' | 'failed';

export interface Judgement {
  readonly question: Question;
  readonly reply: Reply;
  readonly verdict: Verdict;
  /** The first reading's, absent where the question is to be declined. */
  readonly gold: ResultSet | undefined;
  /** Figures in the answer that are not in the result: a sentence that contradicts its data is wrong. */
  readonly unfounded: readonly string[];
  readonly charts: number;
  readonly chartProblems: readonly string[];
}

const goldTimeoutMs = 60_000;

/** @throws AppError for gold SQL that the source refuses: the questions are wrong then, not the agent */
export async function judge(question: Question, reply: Reply, source: QueryEngine): Promise<Judgement> {
  const golds = await Promise.all((question.gold ?? []).map((sql) => runGold(source, sql)));
  const found = await Promise.all(reply.charts.map(chartProblem));
  const asked = [...question.thread, question.question].join(' ');
  const unfounded = reply.result === undefined ? [] : unfoundedFigures(reply.answer, asked, reply.result);
  return {
    question,
    reply,
    verdict:
      unfounded.length > 0 && reply.status === 'completed' ? 'wrong' : verdictOf(question, reply, golds),
    unfounded,
    gold: golds[0],
    charts: reply.charts.length,
    chartProblems: found.filter((problem) => problem !== null),
  };
}

function verdictOf(question: Question, reply: Reply, golds: readonly ResultSet[]): Verdict {
  if (reply.status !== 'completed' || reply.answer === '') return 'failed';
  const { result } = reply;
  if (question.expect === 'decline') return result === undefined ? 'right' : 'wrong';
  if (result === undefined) return 'declined';
  const answer = { columns: result.schema, rows: result.data as readonly Row[], totalRows: result.totalRows };
  return golds.some((gold) => matchesGold(answer, gold, question)) ? 'right' : 'wrong';
}

/** The rows of gold SQL. @throws AppError where the source refuses it */
export async function runGold(source: QueryEngine, sql: string): Promise<ResultSet> {
  await using result = await source.query({ sql, params: [] }, { timeoutMs: goldTimeoutMs });
  const rows: Row[] = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  return { columns: result.columns, rows, totalRows: rows.length };
}
