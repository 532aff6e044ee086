import type { Judgement, Verdict } from '../judge.ts';
import { table } from '../report.ts';
import { type Style, styles } from './domain.ts';
import type { Counts } from './measurements.ts';

/** A question as it was answered over the model of one style. */
export interface Asked {
  readonly domain: string;
  readonly style: Style;
  readonly judgement: Judgement;
  /** It was asked back, and one of the readings that were offered is right. */
  readonly isOffered: boolean;
}

/** Out-of-scope questions are counted apart: the shares of right and wrong are those of questions that have an answer. */
export function countsOf(asked: readonly Asked[]): Counts {
  const number = (verdict: Verdict) =>
    asked.filter(({ judgement }) => hasAnswer(judgement) && judgement.verdict === verdict).length;
  return {
    right: number('right'),
    wrong: number('wrong'),
    declined: number('declined'),
    failed: number('failed'),
    offered: asked.filter(({ isOffered }) => isOffered).length,
    outOfScopeAnswered: asked.filter(
      ({ judgement }) => !hasAnswer(judgement) && judgement.verdict === 'wrong',
    ).length,
  };
}

/** Right, wrong and declined by domain and style, and by construct. */
export function formatTables(asked: readonly Asked[]): string {
  const domains = [...new Set(asked.map(({ domain }) => domain))];
  const present = styles.filter((style) => asked.some((one) => one.style === style));
  const byDomain = domains.flatMap((domain) =>
    present.map((style) =>
      rowOf(
        `${domain}, ${style}`,
        asked.filter((one) => one.domain === domain && one.style === style),
      ),
    ),
  );
  const whole = (name: string, accept: (one: Asked) => boolean) => rowOf(name, asked.filter(accept));
  const kinds = [...new Set(asked.map(({ judgement }) => judgement.question.kind))].filter(
    (kind) => kind !== 'out-of-scope',
  );
  const beyond = asked.filter(({ judgement }) => !hasAnswer(judgement));
  return [
    table([
      header('domain'),
      ...byDomain,
      ...(domains.length > 1
        ? domains.map((domain) => whole(`${domain}, all styles`, (one) => one.domain === domain))
        : []),
      ...present.map((style) => whole(`all domains, ${style}`, (one) => one.style === style)),
      whole('all', () => true),
    ]),
    table([
      header('construct'),
      ...kinds.map((kind) => whole(kind, ({ judgement }) => judgement.question.kind === kind)),
    ]),
    `out of scope: ${countsOf(beyond).outOfScopeAnswered} of ${beyond.length} answered`,
  ].join('\n\n');
}

function hasAnswer({ question }: Judgement): boolean {
  return question.expect !== 'decline';
}

function header(first: string): readonly string[] {
  return [first, 'questions', 'right', 'wrong', 'declined', 'of which offered', 'failed'];
}

function rowOf(name: string, asked: readonly Asked[]): readonly string[] {
  const counts = countsOf(asked);
  const questions = asked.filter(({ judgement }) => hasAnswer(judgement)).length;
  const percent = (part: number) => (questions === 0 ? '-' : `${((100 * part) / questions).toFixed(1)} %`);
  return [
    name,
    `${questions}`,
    percent(counts.right),
    percent(counts.wrong),
    percent(counts.declined),
    percent(counts.offered),
    percent(counts.failed),
  ];
}
