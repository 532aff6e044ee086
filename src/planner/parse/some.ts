import { kindOf } from '../language/word-kind.ts';
import { isIdentifier } from '../link/entities.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { figureOfNumber } from './figures.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import { superlativeOf } from './rank-cues.ts';
import type { Having } from './reading.ts';
import { linkAt, open } from './scene.ts';

const having = /^(?:has|have|had|gets?|gives?|with|makes?|shows?|pays?)$/;

/** "Which blocks give off light", "which airlines pay a dividend": those that have some of it. */
export function readSome(draft: Draft): void {
  const { figures, groups, items, question, lexicon } = draft;
  const [only, ...more] = figures;
  const [asked, ...others] = groups;
  if (only === undefined || more.length > 0 || only.stated || only.modifiers.length > 0) return;
  if (asked?.cue !== 'which' || others.length > 0 || asked.at > only.at || draft.having.length > 0) return;
  if (
    open(draft, 'rank', 'often', 'much', 'many', 'change', 'share', 'running', 'compare', 'than').length > 0
  )
    return;
  if (items.some((item) => superlativeOf(draft, item) !== undefined)) return;
  const dimension =
    only.number ??
    (only.quantity.kind === 'measure' ? siblingsOf(lexicon, only.quantity.measure).dimension : undefined);
  if (dimension === undefined || dimension.type !== 'number' || isIdentifier(dimension)) return;
  const verb = items.findIndex(({ from }, at) => {
    const token = question.tokens[from];
    return (
      at > asked.at &&
      at < only.at &&
      token !== undefined &&
      (having.test(token.word) || kindOf(token) === 'verb')
    );
  });
  // "Which campaigns missed their target" compares with it.
  const whose = question.tokens[(items[only.at]?.from ?? 0) - 1]?.word ?? '';
  if (verb < 0 || /^(?:their|its|his|her)$/.test(whose)) return;
  explain(draft, verb);
  charge(draft, 'impliedSome');
  const price = only.number === undefined ? undefined : figureOfNumber(lexicon, only.number, undefined).price;
  if (price !== undefined) charge(draft, price, -1);
  figures.pop();
  draft.conditions.push({ at: only.at, filter: { kind: 'number', dimension, operator: '>', values: [0] } });
}

/** "Give off some light, but less than 10": what is below a bound, and there at all. */
export function readSomeBelow(draft: Draft): void {
  const { items, question, lexicon, having, conditions } = draft;
  for (const [at, { from }] of items.entries()) {
    const entry = linkAt(draft, at)?.entry;
    const isSome = question.tokens[from - 1]?.word === 'some' && question.tokens[from]?.afterBreak !== true;
    if (!isSome || (entry?.kind !== 'measure' && entry?.kind !== 'dimension')) continue;
    const member = entry.kind === 'measure' ? entry.measure : entry.dimension;
    const { dimension, measures } = siblingsOf(lexicon, member);
    const own = new Set([member, dimension, ...measures.values()]);
    const isOwn = (of: Quantity): boolean => !isCountOf(of) && membersOf(of).every((it) => own.has(it));
    for (const bound of having.filter((it) => isBelow(it) && isOwn(it.quantity)))
      having.push({ ...bound, operator: '>', values: [0] });
    for (const { filter } of [...conditions])
      if (filter.kind === 'number' && own.has(filter.dimension) && isBelow(filter))
        conditions.push({ at, filter: { ...filter, operator: '>', values: [0] } });
  }
}

function isBelow({ operator, values: [most = 0] }: Pick<Having, 'operator' | 'values'>): boolean {
  return (operator === '<' || operator === '<=') && most > 0;
}
