import { type Question, withNames } from '../language/question.ts';
import { memberLemmas } from '../link/entities.ts';
import type { Link } from '../link/link.ts';

/** The question without the dates that are parts of names: "Christmas Appeal 2025" is a campaign, and "review year 2025" a number. */
export function withoutDatesOfNames(question: Question, links: readonly Link[]): Question {
  const { tokens, dated } = question;
  if (dated.length === 0) return question;
  const spans = links.flatMap((link): (readonly [number, number])[] => {
    const first = tokens[link.tokens[0] ?? -1];
    const last = tokens[link.tokens.at(-1) ?? -1];
    if (first === undefined || last === undefined) return [];
    if (isWholeName(link))
      return link.tokens.some((at) => dated.includes(at)) ? [[first.start, last.end]] : [];
    const next = tokens[last.index + 1];
    return next !== undefined && isYear(link) && /^\d{4}$/.test(next.word) ? [[next.start, next.end]] : [];
  });
  return spans.length === 0 ? question : withNames(question, spans);
}

function isWholeName({ entry, quality, tokens }: Link): boolean {
  return entry.kind === 'value' && tokens.length > 1 && quality >= 0.9;
}

/** A year that is kept as a number. */
function isYear({ entry, quality }: Link): boolean {
  return (
    entry.kind === 'dimension' &&
    entry.dimension.type === 'number' &&
    quality >= 0.9 &&
    memberLemmas(entry.dimension).includes('year')
  );
}
