import type { Verdict } from './judge.ts';
import { costOf, type Prices, totalUsage } from './prices.ts';
import type { Attempt } from './run-questions.ts';

export const verdicts: readonly Verdict[] = ['right', 'wrong', 'declined', 'failed'];

/** Percentages of all attempts, 0 to 100. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
}

export function scoreOf(attempts: readonly Pick<Attempt, 'verdict'>[]): Score {
  const percent = (verdict: Verdict) =>
    (100 * attempts.filter((attempt) => attempt.verdict === verdict).length) / attempts.length;
  return { right: percent('right'), wrong: percent('wrong') };
}

/** The report for a person: every failure with both queries, then accuracy by kind, its spread, charts, latency and cost. */
export function formatReport(attempts: readonly Attempt[], model: string, prices: Prices): string {
  return [
    ...formatFailures(attempts),
    formatAccuracy(attempts),
    ...formatSpread(attempts),
    formatCharts(attempts),
    `${formatLatency(attempts)}\n${formatUsage(attempts)}\n${formatCost(attempts, model, prices)}`,
  ].join('\n\n');
}

/** For each question the first attempt that was not right. */
function formatFailures(attempts: readonly Attempt[]): string[] {
  return [...byQuestion(attempts).values()].flatMap((own) => {
    const failure = own.find(({ verdict }) => verdict !== 'right');
    if (failure === undefined) return [];
    const note = own.length === 1 ? '' : `\n  right:  ${rightOf(own)} of ${own.length} attempts`;
    return [formatFailure(failure) + note];
  });
}

export function formatFailure(failed: Omit<Attempt, 'attempt'>): string {
  const { question, verdict, status, answer, unfounded, queries, gold } = failed;
  return [
    `${verdict.toUpperCase()} ${question.id}: ${[...question.thread, question.question].join(' → ')}`,
    ...(status === 'completed' ? [] : [`  status: ${status}`]),
    `  answer: ${oneLine(answer)}`,
    ...(unfounded.length === 0 ? [] : [`  in no result: ${unfounded.join(', ')}`]),
    ...queries.flatMap(({ sql, came }) => [`  sql:    ${oneLine(sql)}`, `          ${oneLine(came)}`]),
    ...(question.gold === undefined
      ? ['  gold:   to be declined']
      : question.gold.map((sql) => `  gold:   ${oneLine(sql)}`)),
    ...(gold === undefined ? [] : [`          ${gold}`]),
  ].join('\n');
}

function formatAccuracy(attempts: readonly Attempt[]): string {
  const kinds = [...new Set(attempts.map(({ question }) => question.kind))];
  const rows = [...kinds, 'all'].map((kind) => {
    const own = attempts.filter(({ question }) => kind === 'all' || question.kind === kind);
    const counts = verdicts.map((verdict) => own.filter((one) => one.verdict === verdict).length);
    return [kind, own.length, ...counts, `${scoreOf(own).right.toFixed(1)} %`].map(String);
  });
  return table([['kind', 'asked', ...verdicts, 'right'], ...rows]);
}

/** How far attempts at the same questions differ; empty if each was asked once. */
function formatSpread(attempts: readonly Attempt[]): string[] {
  const rounds = [...Map.groupBy(attempts, ({ attempt }) => attempt).values()];
  if (rounds.length < 2) return [];
  const rates = rounds.map((round) => scoreOf(round).right);
  const mean = sum(rates) / rates.length;
  const deviation = Math.sqrt(sum(rates.map((rate) => (rate - mean) ** 2)) / (rates.length - 1));
  const questions = [...byQuestion(attempts).values()];
  const never = questions.filter((own) => rightOf(own) === 0).length;
  const mixed = questions.filter((own) => rightOf(own) > 0 && rightOf(own) < own.length);
  const named = mixed.map((own) => `${own[0]?.question.id} ${rightOf(own)}/${own.length}`);
  return [
    [
      `${rounds.length} rounds: ${rates.map((rate) => `${rate.toFixed(1)} %`).join(', ')} right; mean ${mean.toFixed(1)} %, standard deviation ${deviation.toFixed(1)} points`,
      `${questions.length} questions: ${questions.length - never - mixed.length} right each time, ${mixed.length} at times, ${never} never`,
      ...(named.length === 0 ? [] : [`at times: ${named.join(', ')}`]),
    ].join('\n'),
  ];
}

/** Rows of text as columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

function formatCharts(attempts: readonly Attempt[]): string {
  const drawn = sum(attempts.map(({ charts }) => charts));
  const problems = attempts.flatMap(({ question, chartProblems }) =>
    chartProblems.map((problem) => `  ${question.id}: ${problem}`),
  );
  return [`charts: ${drawn} drawn, ${drawn - problems.length} valid`, ...problems].join('\n');
}

function formatLatency(attempts: readonly Attempt[]): string {
  const sorted = attempts.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const quantile = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return `latency, request to closing line: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms`;
}

function formatUsage(attempts: readonly Attempt[]): string {
  const { inputTokens, cachedInputTokens, outputTokens, steps } = totalUsage(attempts);
  const errors = sum(attempts.map(({ toolErrors }) => toolErrors));
  const cached = cachedInputTokens > 0 ? ` (${count(cachedInputTokens)} of them cached)` : '';
  return `model calls: ${steps}, ${(steps / attempts.length).toFixed(1)} for a question; tool errors: ${errors}; tokens: ${count(inputTokens)} read${cached}, ${count(outputTokens)} written`;
}

function formatCost(attempts: readonly Attempt[], model: string, prices: Prices): string {
  const usage = totalUsage(attempts);
  const cost = costOf(model, usage, prices);
  if (cost === undefined) return `cost: unknown, since eval/prices.json has no price for ${model}`;
  if (cost === 0 && prices[model]?.output !== 0) return 'cost: unknown, since the provider counts no tokens';
  const right = rightOf(attempts);
  const each = right === 0 ? '' : `, ${dollars(cost / right)} for a right answer`;
  return `cost: ${dollars(cost)} at the list price of ${model}, ${dollars(cost / attempts.length)} for a question${each}`;
}

/** @param amount in dollars */
export function dollars(amount: number): string {
  return `$${amount.toFixed(amount >= 1 || amount === 0 ? 2 : 4)}`;
}

/** Attempts by the id of their question. */
export function byQuestion(attempts: readonly Attempt[]): ReadonlyMap<string, readonly Attempt[]> {
  return Map.groupBy(attempts, ({ question }) => question.id);
}

export function rightOf(attempts: readonly Attempt[]): number {
  return attempts.filter(({ verdict }) => verdict === 'right').length;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
