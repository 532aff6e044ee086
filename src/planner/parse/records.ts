import type { DimensionMetadata } from '../../contract/tools.ts';
import { isKindOf } from '../language/lexical.ts';
import { isIdentifier } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import { referencesOf } from '../link/referring-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft, FigureMention } from './draft.ts';
import { figureOfNumber } from './figures.ts';
import { scaled } from './number-conditions.ts';
import { membersOf } from './quantity.ts';
import type { Group } from './reading.ts';
import { leftOf, open, rightOf, use } from './scene.ts';

/** Whether a question begins by asking for somebody. */
export function asksWho(draft: Draft): boolean {
  return open(draft, 'who').some(({ at }) => draft.items[at]?.from === 0);
}

/** "Which of them ever had more than 5", "teams that have somebody who lifts over 80": one row is enough. */
export function takesAny({ items, question }: Draft): boolean {
  const named = items.find(({ kind }) => kind === 'link')?.from ?? question.tokens.length;
  return question.tokens.some(
    ({ word, index }) => word === 'ever' || (/^(?:some|any)(?:one|body)$/.test(word) && index > named),
  );
}

/** The number of a row that a figure is made of, where nothing says how to put it together. */
function numberOf(
  { lexicon }: Draft,
  { quantity, number, stated }: FigureMention,
): DimensionMetadata | undefined {
  if (stated) return undefined;
  const found =
    number ?? (quantity.kind === 'measure' ? siblingsOf(lexicon, quantity.measure).dimension : undefined);
  return found === undefined || isIdentifier(found) ? undefined : found;
}

/** Takes a figure back, and what was charged because nothing said how to put it together. */
function withdraw(draft: Draft, figure: FigureMention): void {
  draft.figures.splice(draft.figures.indexOf(figure), 1);
  const price =
    figure.number === undefined ? undefined : figureOfNumber(draft.lexicon, figure.number, undefined).price;
  if (price !== undefined) charge(draft, price, -1);
}

const directions: ReadonlyMap<string, '>' | '<'> = new Map([
  ...['more', 'higher', 'larger', 'bigger', 'greater', 'better'].map((word) => [word, '>'] as const),
  ...['less', 'fewer', 'lower', 'smaller', 'worse'].map((word) => [word, '<'] as const),
]);

/** "More debt than revenue", "taller than they are wide": rows of which one number is above another. */
export function readColumns(draft: Draft): void {
  const { items, question, figures } = draft;
  const [than, ...more] = open(draft, 'than');
  if (than === undefined || more.length > 0) return;
  const before = figures.findLast(({ at }) => at < than.at);
  const after = figures.find(({ at }) => at > than.at);
  const wordAt = (at: number): string => question.tokens[items[at]?.from ?? -1]?.word ?? '';
  const compare = open(draft, 'compare').findLast(({ at }) => at < than.at);
  const [one, other] = [before, after].map((figure) =>
    figure === undefined ? undefined : numberOf(draft, figure),
  );
  const direction = compare === undefined ? undefined : directions.get(wordAt(compare.at));
  if (
    before !== undefined &&
    after !== undefined &&
    one !== undefined &&
    other !== undefined &&
    direction !== undefined &&
    one !== other
  ) {
    use(draft, than.at, compare?.at);
    // The hours of one entry are nothing to hold against the budget of a whole project.
    if (ownerOf(one.name) !== ownerOf(other.name) && asksOfOwners(draft)) charge(draft, 'comparesNothing');
    withdraw(draft, before);
    withdraw(draft, after);
    draft.conditions.push({
      at: before.at,
      filter: { kind: 'columns', dimension: one, operator: direction, other },
    });
    return;
  }
  const left = leftOf(items, than.at) ?? -1;
  const right = rightOf(items, than.at) ?? -1;
  const [taller, wide] = [left, right].map((at) =>
    items[at]?.kind === 'word' ? scaled(draft, wordAt(at)) : undefined,
  );
  if (taller === undefined || wide === undefined || taller === wide) return;
  use(draft, than.at);
  explain(draft, left);
  explain(draft, right);
  draft.conditions.push({
    at: left,
    filter: { kind: 'columns', dimension: taller, operator: '>', other: wide },
  });
}

/** Whether it is asked of what rows belong to rather than of those rows. */
function asksOfOwners({ lexicon: { cube }, groups, figures }: Draft): boolean {
  return (
    referencesOf(cube).size > 0 ||
    groups.some(({ dimension }) => isJoined(dimension)) ||
    figures.some(({ quantity }) => membersOf(quantity).some(isJoined))
  );
}

/** Whether a number is a further column of what is listed: a company has several numbers of its reports. */
export function isOfEach(number: DimensionMetadata, listed: readonly Group[]): boolean {
  return listed.every(({ dimension }) => dimension !== number && (isJoined(number) || !isJoined(dimension)));
}

/** "Who is on shift" asks for people, and for no numbers or totals of theirs. */
export function chargeWho(draft: Draft, grouped: readonly Group[]): void {
  const [who] = open(draft, 'who');
  if (who === undefined || draft.items[who.at]?.from !== 0) return;
  // "Who sold more, the north or the south?" asks which of the two.
  if (areHeldAgainst(draft)) {
    use(draft, who.at);
    return;
  }
  // "Who is the account manager of".
  if (grouped.some(({ dimension }) => isKindOf(nameLemmas(dimension.title).at(-1) ?? '', 'person')))
    use(draft, who.at);
  const namesNobody =
    grouped.length === 0
      ? draft.quantities.length > 0
      : grouped.every(({ dimension }) => isIdentifier(dimension));
  if (namesNobody) charge(draft, 'unlisted');
}

/** Whether two values or more are named, of which one is asked for. */
function areHeldAgainst({ conditions, question: { tokens }, items }: Draft): boolean {
  return conditions.some(({ at, filter }) => {
    const isOneOf = filter.kind === 'values' && !filter.negated && filter.values.length > 1;
    const from = items[at]?.from ?? 0;
    return (
      isOneOf &&
      tokens.slice(from).some(({ word }) => word === 'or') &&
      tokens
        .slice(0, from)
        .some(({ word }) => /^(?:more|less|fewer|better|worse|higher|lower|most|best)$/.test(word))
    );
  });
}
