import type { ComparisonOperator, NumberComparison } from '../language/comparisons.ts';
import { type Question, withNames } from '../language/question.ts';
import { span, type Token } from '../language/text.ts';
import { isNumberedYear } from '../link/entities.ts';
import type { Link } from '../link/link.ts';

/** The question where a year that stands behind a number of years is compared with it: "born after 1900". */
export function withNumberedYears(question: Question, links: readonly Link[]): Question {
  const found = new Map<number, NumberComparison>();
  for (const { entry, quality, tokens } of links) {
    if (entry.kind !== 'dimension' || quality < 0.6 || !isNumberedYear(entry.dimension)) continue;
    const last = tokens.at(-1) ?? -1;
    const bound = boundAfter(question.tokens, last + 1);
    if (bound !== undefined) found.set(last, bound);
  }
  if (found.size === 0) return question;
  const bounds = [...found.values()];
  const spans = bounds.map(({ tokens }) => spanOf(question, tokens));
  const read = new Set(bounds.flatMap(({ tokens }) => tokens));
  const dated = withNames(question, spans);
  const others = dated.comparisons.filter((it) => !it.tokens.some((at) => read.has(at)));
  return { ...dated, comparisons: [...others, ...bounds] };
}

function spanOf({ tokens }: Question, own: readonly number[]): readonly [number, number] {
  return [tokens[own[0] ?? -1]?.start ?? 0, tokens[own.at(-1) ?? -1]?.end ?? 0];
}

const operators: Readonly<Record<string, ComparisonOperator>> = {
  after: '>',
  since: '>=',
  from: '>=',
  before: '<',
  until: '<=',
  till: '<=',
  by: '<=',
  in: '=',
  of: '=',
};

/** The bound that begins at a place: "after 1900", "between 1900 and 1950", "in the 1920s", "in the 19th century", "1900". */
function boundAfter(tokens: readonly Token[], from: number): NumberComparison | undefined {
  const wordAt = (at: number): string => tokens[at]?.word ?? '';
  const bound = (operator: ComparisonOperator, values: readonly number[], to: number): NumberComparison => ({
    operator,
    values,
    tokens: span(from, to),
  });
  let at = from;
  const said = wordAt(at);
  const operator = operators[said];
  if (operator !== undefined || said === 'between') at += 1;
  if (wordAt(at) === 'the') at += 1;
  if (wordAt(at) === 'year') at += 1;
  const [first, last, next] = yearsAt(tokens, at) ?? [];
  if (first === undefined || last === undefined || next === undefined) return undefined;
  const joint = said === 'between' ? /^and$/ : /^(?:to|until|till|through)$/;
  const isRange = joint.test(wordAt(next)) || (tokens[next]?.dashed === true && said !== 'between');
  const other = isRange ? yearsAt(tokens, tokens[next]?.dashed === true ? next : next + 1) : undefined;
  if (other !== undefined) return bound('between', [first, other[1]], other[2] - 1);
  if (said === 'between') return undefined;
  const to = next - 1;
  if (operator === '>') return bound('>', [last], to);
  if (operator === '>=' && (first === last || said === 'since')) return bound('>=', [first], to);
  if (operator === '<') return bound('<', [first], to);
  if (operator === '<=') return bound('<=', [last], to);
  return first === last ? bound('=', [first], to) : bound('between', [first, last], to);
}

/** The first and the last year that is named at a place, and the place behind it. */
function yearsAt(tokens: readonly Token[], at: number): readonly [number, number, number] | undefined {
  const { word = '' } = tokens[at] ?? {};
  if (/^\d{3,4}$/.test(word) && Number(word) < 3000) return [Number(word), Number(word), at + 1];
  const decade = /^(\d{3}0)s$/.exec(word)?.[1];
  if (decade !== undefined) return [Number(decade), Number(decade) + 9, at + 1];
  const century = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (century === undefined || !/^centur(?:y|ies)$/.test(tokens[at + 1]?.word ?? '')) return undefined;
  return [(Number(century) - 1) * 100 + 1, Number(century) * 100, at + 2];
}
