import { kindOf } from '../language/word-kind.ts';
import { isIdentifier } from '../link/entities.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { figureOfNumber } from './figures.ts';
import { superlativeOf } from './rank-cues.ts';
import { open } from './scene.ts';

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
