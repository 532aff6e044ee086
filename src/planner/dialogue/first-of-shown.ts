import type { Day } from '../language/calendar.ts';
import type { Question } from '../language/question.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { judged } from '../parse/judged-order.ts';
import type { Reading } from '../parse/reading.ts';
import { completePlan } from '../query/plan.ts';
import type { Choice } from './choice.ts';
import { isByShownNumber, ranksUnnamed, withoutFigure } from './ranks-shown.ts';
import { ofShown } from './shown.ts';

/** "The biggest one", "the top one". */
const one = /\b(?:the|that) \p{L}+ (?:one|of (?:them|these|those))\b/iu;

/**
 * "Go into the biggest one by industry", after amounts by sector: the same figure of the group that comes first, for the message to
 * split; undefined where it speaks of no such group, or says more of it.
 */
export function firstOfShown(
  { reading }: Choice,
  alone: Interpretation,
  question: Question,
  today: Day,
): Reading | undefined {
  if (!one.test(question.message)) return undefined;
  const { groups, filters, having, dates } = alone.reading;
  const { ranking } = withoutFigure(alone).reading;
  const [group, ...others] = reading.groups;
  const [figure, ...more] = reading.quantities;
  const ranks = ranksUnnamed(alone, question) || isByShownNumber(alone.reading, question, reading);
  if (!ranks || ranking === undefined || (ranking.limit ?? 1) > 1) return undefined;
  if (group === undefined || figure === undefined || others.length + more.length > 0 || reading.list)
    return undefined;
  const splits =
    groups.length > 0 &&
    groups.every(({ dimension }) => dimension.title !== group.dimension.title) &&
    filters.length + having.length === 0 &&
    dates === undefined;
  const { direction } = judged(ranking, figure, reading);
  if (!splits || (reading.ranking !== undefined && reading.ranking.direction !== direction)) return undefined;
  const ranked: Reading = {
    ...reading,
    ranking: {
      ...{ by: undefined, within: undefined, ...reading.ranking },
      ...{ direction, limit: 1, offset: 0 },
    },
  };
  const completed = completePlan(ranked, today);
  const shown = completed.ok ? ofShown({ plan: completed.plan, reading: ranked }) : undefined;
  return shown && { ...shown, groups: [], ranking: undefined };
}

/** What such a message says beside that. */
export function withoutRank(alone: Interpretation): Interpretation {
  const { reading, ...own } = withoutFigure(alone);
  return { ...own, reading: { ...reading, ranking: undefined } };
}
