import { kindOf } from '../language/word-kind.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { valuesNamed } from './filter.ts';
import { membersOf } from './quantity.ts';
import { afterBreak, type OperatorKind, operatorOfItem } from './scene.ts';
import { type Price, weights } from './weights.ts';

/** Charges for words of the grammar that found nothing to do, and for what is named and not used. */
export function chargeIdle(scene: Draft): void {
  for (const [at, item] of scene.items.entries()) {
    if (scene.used.has(at)) continue;
    if (item.kind === 'operator') {
      const [word, ...next] = scene.question.tokens.slice(item.from, item.from + 3).map((it) => it.word);
      // "Which of those", "which one": what was found before; "which of the open ones" lists some.
      const isOfThose =
        (next[0] === 'of' && /^(those|these|them)$/.test(next[1] ?? '')) ||
        (item.operator.kind === 'which' && next[0] === 'of' && scene.isListing) ||
        (item.operator.kind === 'which' &&
          (/^ones?$/.test(next[0] ?? '') || scene.items[at + 1]?.kind === 'number'));
      // "People who earn more", "languages in which it has a name" are those of whom something is said.
      const start = operatorOfItem(scene.items[at - 1], 'in', 'of', 'with', 'by') === undefined ? at : at - 1;
      const isRelative =
        (start < at ? /^(which|whom|whose)$/ : /^(who|whom|whose)$/).test(word ?? '') &&
        (scene.items[start - 1]?.kind === 'link' ||
          /^(?:(?:every|any|some)(?:one|body)|those|people)$/.test(
            scene.question.tokens[(scene.items[start]?.from ?? 0) - 1]?.word ?? '',
          )) &&
        !afterBreak(scene, start);
      // "A single piece" is one.
      const counted = scene.items[at + 1];
      const isOne =
        word === 'single' &&
        counted?.kind === 'link' &&
        counted.link.entry.kind === 'dimension' &&
        counted.link.entry.dimension.type === 'number';
      if (isOne) charge(scene, 'number');
      // "What are they worth?", unlike "orders worth more than 500".
      if (word === 'worth' && !/^(?:comparison|number)$/.test(counted?.kind ?? ''))
        charge(scene, 'skip.noun');
      // "How many did each get" is of things that were spoken of before.
      const asked = scene.question.tokens[item.from - 1]?.word ?? '';
      const isOfHeld = areHeld(scene) && /^(?:each|which)$/.test(word ?? '');
      if (word === 'each' && !isOfHeld && next[0] !== 'of' && /^(?:did|do|does|has|have|had)$/.test(asked))
        charge(scene, 'idle.per');
      // "Those still with us" are some of them.
      const isStill = scene.question.tokens[item.from]?.before === 'still';
      if (item.operator.kind === 'with' && isStill && next[0] === 'us') charge(scene, 'unselective');
      // "The oldest film, and when did it come out?"
      const isTold = item.operator.kind === 'when' && tellsWhen(scene);
      const isApart = item.operator.kind === 'apart' && tellsApart(scene);
      // "Which share of the guests pays late?"
      const asksShare = operatorOfItem(counted, 'share') !== undefined;
      const price =
        asksShare || isOfThose || isOfHeld || isRelative || isTold || isApart
          ? undefined
          : idlePrice(item.operator.kind, word ?? '');
      if (price !== undefined) charge(scene, price);
      // "Which items sell poorly" asks for some of them.
      if (price === 'idleWhich' && saysHow(scene)) charge(scene, 'unselective');
    } else if (item.kind === 'link') {
      // "Guests of 2024 and their bookings" asks for these, too.
      const isTheirs = /^(?:their|its|his|her)$/.test(scene.question.tokens[item.from]?.before ?? '');
      const isRelation = item.link.entry.kind === 'relation' && !isTheirs;
      charge(scene, isRelation ? 'relationUnused' : 'unused');
    } else if (item.kind === 'number') charge(scene, 'number');
    else if (item.kind === 'grain') charge(scene, 'idleGrain');
    else if (item.kind === 'daypart') charge(scene, 'unused');
  }
}

/** "Which has more stock, Leeds or York?", "Leeds and York: how much stock does each have?" are of these. */
function areHeld({ compare, quantities, conditions }: Draft): boolean {
  return compare && quantities.length > 0 && conditions.some((it) => valuesNamed(it) > 1);
}

function saysHow({ items, question: { tokens } }: Draft): boolean {
  return items.some((item) => {
    const token = item.kind === 'word' ? tokens[item.from] : undefined;
    return token !== undefined && kindOf(token) === 'adverb';
  });
}

/** "Men and women separately", "width and height separately". */
function tellsApart({ quantities, groups, conditions }: Draft): boolean {
  return (
    quantities.length > 1 ||
    groups.length > 0 ||
    conditions.some(({ filter }) => filter.kind === 'values' && filter.apart === true)
  );
}

function tellsWhen({ quantities, groups }: Draft): boolean {
  return [...quantities.flatMap(membersOf), ...groups.map(({ dimension }) => dimension)].some(
    ({ type }) => type === 'time',
  );
}

function idlePrice(kind: OperatorKind, word: string): Price | undefined {
  if (kind === 'which') return /^(which|whose)$/.test(word) ? 'idleWhich' : undefined;
  const price = `idle.${kind}`;
  return price in weights ? (price as Price) : undefined;
}
