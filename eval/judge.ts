import { z } from 'zod';
import type { QueryEngine, Row } from '../src/engines/query-engine.ts';
import { AppError } from '../src/errors.ts';
import type { AskedQuery, Reply } from './ask.ts';
import { type Grounds, saidFigures, saysNumber, unfoundedFigures } from './check-answer.ts';
import { chartProblem } from './check-chart.ts';
import { matchesGold, type ResultSet } from './compare-results.ts';
import { declines } from './decline.ts';
import { EvaluationError } from './evaluation-error.ts';
import { totalUsage } from './prices.ts';
import { type Question, question } from './questions.ts';

/**
 * - `right`: the figures are the gold's, or the question was to be declined and was.
 * - `wrong`: other figures, an answer where none can be right, or words that say figures which no result holds.
 * - `declined`: the agent said that it cannot answer a question that has an answer.
 * - `failed`: no answer at all; the run broke, or ended without a final line.
 */
const verdict = z.enum(['right', 'wrong', 'declined', 'failed']);
export type Verdict = z.output<typeof verdict>;

/** How one answer was judged, as it is stored and reported. */
export const judgement = z.object({
  question,
  verdict,
  /** Of the closing line, or what broke before it. */
  status: z.string(),
  stopReason: z.string().exactOptional(),
  answer: z.string(),
  /** The queries that the agent tried for the last message, each with its rows in brief or its error. */
  queries: z.array(z.object({ sql: z.string(), came: z.string() })),
  /** The rows of the first reading in brief. */
  gold: z.string().exactOptional(),
  /** Figures in the answer that are in no result: a sentence that contradicts its data is wrong. */
  unfounded: z.array(z.string()),
  charts: z.int(),
  chartProblems: z.array(z.string()),
  /** Of the whole thread, like the errors of tools. */
  usage: z.object({
    inputTokens: z.int(),
    cachedInputTokens: z.int().exactOptional(),
    outputTokens: z.int(),
    steps: z.int(),
  }),
  toolErrors: z.int(),
  /** Of the last message. */
  latencyMs: z.number(),
});
export type Judgement = z.output<typeof judgement>;

const goldTimeoutMs = 60_000;

/**
 * @param replies to the messages of the thread, of which the last one is judged
 * @throws EvaluationError for gold SQL that the source refuses
 */
export async function judge(
  asked: Question,
  replies: readonly [...Reply[], Reply],
  source: QueryEngine,
): Promise<Judgement> {
  const reply = replies[replies.length - 1] as Reply;
  const golds = await Promise.all((asked.gold ?? []).map((sql) => runGoldOf(asked, source, sql)));
  const charts = reply.queries.flatMap(({ result }) =>
    result?.vegaSpec === undefined || result.data.length === 0
      ? []
      : [{ ...result, vegaSpec: result.vegaSpec }],
  );
  const problems = await Promise.all(charts.map(chartProblem));
  const grounds: Grounds = {
    results: replies.flatMap(({ queries }) => queries).flatMap(({ result }) => result ?? []),
    text: [...asked.thread, asked.question, ...replies.flatMap(({ searches }) => searches)].join(' '),
  };
  const unfounded = hasDeclined(reply) ? [] : unfoundedFigures(reply.answer, grounds);
  const [first] = golds;
  return {
    question: asked,
    verdict: verdictOf(asked, reply, golds, unfounded.length > 0, grounds),
    status: reply.status,
    ...(reply.stopReason === undefined ? {} : { stopReason: reply.stopReason }),
    answer: reply.answer,
    queries: reply.queries.map(({ sql, result, error }) => ({
      sql,
      came: error ?? (result === undefined ? 'no result' : inBrief(resultSet(result))),
    })),
    ...(first === undefined ? {} : { gold: inBrief(first) }),
    unfounded,
    charts: charts.length,
    chartProblems: problems.filter((problem) => problem !== null),
    usage: totalUsage(replies),
    toolErrors: sum(replies.map(({ toolErrors }) => toolErrors)),
    latencyMs: reply.latencyMs,
  };
}

function verdictOf(
  asked: Question,
  reply: Reply,
  golds: readonly ResultSet[],
  isUnfounded: boolean,
  { text }: Grounds,
): Verdict {
  if (reply.status !== 'completed' || reply.answer === '') return 'failed';
  if (isUnfounded) return 'wrong';
  const declined = hasDeclined(reply) || declines(reply.answer, text);
  if (asked.expect === 'decline') return declined ? 'right' : 'wrong';
  if (hasDeclined(reply)) return 'declined';
  const found = reply.queries
    .flatMap(({ result }) => (result === undefined || result.data.length === 0 ? [] : [result]))
    .filter((result) => golds.some((gold) => matchesGold(resultSet(result), gold, asked)));
  if (found.some((result) => isAbout(reply.answer, result, text, declined))) return 'right';
  if (golds.some((gold) => saysGold(reply.answer, gold, asked.percent))) return 'right';
  return declined ? 'declined' : 'wrong';
}

/** What our own planner, and providers, say beside the words. */
function hasDeclined({ stopReason }: Reply): boolean {
  return stopReason === 'no_answer' || stopReason === 'refusal';
}

type Result = NonNullable<AskedQuery['result']>;

/** Whether the words are about this result rather than another one: of the figures that they say, one is of it. */
function isAbout(answer: string, result: Result, text: string, declined: boolean): boolean {
  const figures = saidFigures(answer, { results: [result], text }).filter(({ from }) => from !== 'text');
  if (figures.length > 0) return figures.some(({ from }) => from === 'result');
  const cells = result.data.flat();
  const isNothing = cells.every((cell) => cell === null || Number(cell) === 0);
  return !declined || isNothing || cells.some((cell) => typeof cell === 'string' && answer.includes(cell));
}

/** Whether the words say the one number that was asked for, which the agent may have worked out of several results. */
function saysGold(answer: string, { rows }: ResultSet, percent: boolean): boolean {
  const number = Number(rows[0]?.[0] ?? Number.NaN);
  const isOne = rows.length === 1 && rows[0]?.length === 1 && Number.isFinite(number);
  return isOne && (saysNumber(answer, number) || (percent && saysNumber(answer, number * 100)));
}

function resultSet({ schema, data, totalRows }: Result): ResultSet {
  return { columns: schema, rows: data as readonly Row[], totalRows };
}

/** The first rows, for a person. */
function inBrief({ rows, totalRows }: ResultSet): string {
  const shown = rows.slice(0, 3).map((row) => row.map(String).join(' | '));
  return `${totalRows} ${totalRows === 1 ? 'row' : 'rows'}: ${shown.join('; ')}${totalRows > 3 ? '; …' : ''}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @throws EvaluationError where the source refuses the gold SQL: the questions are wrong then, not the agent */
async function runGoldOf({ id }: Question, source: QueryEngine, sql: string): Promise<ResultSet> {
  try {
    return await runGold(source, sql);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new EvaluationError(`The gold SQL of the question "${id}" cannot be run: ${error.message}`);
  }
}

/** The rows of gold SQL. @throws AppError where the source refuses it */
export async function runGold(source: QueryEngine, sql: string): Promise<ResultSet> {
  await using result = await source.query({ sql, params: [] }, { timeoutMs: goldTimeoutMs });
  const rows: Row[] = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  return { columns: result.columns, rows, totalRows: rows.length };
}
