import type { ResultSet } from './compare-results.ts';
import type { Judgement, Verdict } from './judge.ts';

const verdicts: readonly Verdict[] = ['right', 'wrong', 'declined', 'failed'];

/** Percentages of all questions, 0 to 100. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
}

export function scoreOf(judgements: readonly Judgement[]): Score {
  const percent = (verdict: Verdict) =>
    (100 * judgements.filter((judgement) => judgement.verdict === verdict).length) / judgements.length;
  return { right: percent('right'), wrong: percent('wrong') };
}

/** The report for a person: every failure with both queries, then accuracy by kind, charts and latency. */
export function formatReport(judgements: readonly Judgement[]): string {
  const failures = judgements.filter(({ verdict }) => verdict !== 'right').map(formatFailure);
  return [...failures, formatAccuracy(judgements), formatCharts(judgements), formatLatency(judgements)].join(
    '\n\n',
  );
}

export function formatFailure({ question, reply, verdict, gold, unfounded }: Judgement): string {
  const { result, tried } = reply;
  return [
    `${verdict.toUpperCase()} ${question.id}: ${[...question.thread, question.question].join(' → ')}`,
    ...(reply.status === 'completed' ? [] : [`  status: ${reply.status}`]),
    `  answer: ${oneLine(reply.answer)}`,
    ...(unfounded.length === 0 ? [] : [`  not in the result: ${unfounded.join(', ')}`]),
    ...(result === undefined && tried !== undefined ? [`  tried:  ${oneLine(tried.sql)}`] : []),
    ...(tried?.error === undefined ? [] : [`  error:  ${oneLine(tried.error)}`]),
    ...(result === undefined
      ? []
      : [
          `  sql:    ${oneLine(result.sqlQuery)}`,
          `          ${formatRows({ columns: result.schema, rows: result.data as ResultSet['rows'], totalRows: result.totalRows })}`,
        ]),
    ...(question.gold === undefined
      ? ['  gold:   to be declined']
      : question.gold.map((sql) => `  gold:   ${oneLine(sql)}`)),
    ...(gold === undefined ? [] : [`          ${formatRows(gold)}`]),
  ].join('\n');
}

function formatRows({ rows, totalRows }: ResultSet): string {
  const shown = rows.slice(0, 3).map((row) => row.map((value) => String(value)).join(' | '));
  return `${totalRows} ${totalRows === 1 ? 'row' : 'rows'}: ${shown.join('; ')}${totalRows > 3 ? '; …' : ''}`;
}

function formatAccuracy(judgements: readonly Judgement[]): string {
  const kinds = [...new Set(judgements.map(({ question }) => question.kind))];
  const rows = [...kinds, 'all'].map((kind) => {
    const own = judgements.filter(({ question }) => kind === 'all' || question.kind === kind);
    const counts = verdicts.map((verdict) => own.filter((one) => one.verdict === verdict).length);
    return [kind, own.length, ...counts, `${scoreOf(own).right.toFixed(1)} %`].map(String);
  });
  return table([['kind', 'questions', ...verdicts, 'right'], ...rows]);
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

function formatCharts(judgements: readonly Judgement[]): string {
  const drawn = judgements.reduce((sum, { charts }) => sum + charts, 0);
  const problems = judgements.flatMap(({ question, chartProblems }) =>
    chartProblems.map((problem) => `  ${question.id}: ${problem}`),
  );
  return [`charts: ${drawn} drawn, ${drawn - problems.length} valid`, ...problems].join('\n');
}

function formatLatency(judgements: readonly Judgement[]): string {
  const sorted = judgements.map(({ reply }) => reply.latencyMs).sort((a, b) => a - b);
  const quantile = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return `latency, request to closing line: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
