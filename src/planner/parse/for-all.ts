import { charge } from './charges.ts';
import { isKind } from './denials.ts';
import type { Draft, GroupMention } from './draft.ts';
import { distinctOf, thingOf } from './figures.ts';
import { isCountOf, type Quantity } from './quantity.ts';
import { open, use } from './scene.ts';

/**
 * "Which films are on every service", "how many features work in every single browser": those that have rows with each value that
 * there is, rather than one answer for each. Charged where the values are not known.
 */
export function readForAll(draft: Draft): void {
  const { groups, lexicon } = draft;
  if (open(draft, 'rank', 'often', 'share', 'change').length > 0) return;
  const asksWhich = draft.figures.length === 0 && groups.some(({ cue }) => cue === 'which');
  if (!asksWhich && !countsThings(draft)) return;
  const saysAll = asksWhich ? everyOrAll : everySingle;
  const all = groups.find((it) => it.cue !== 'which' && saysAll.test(wordsBefore(draft, it)));
  if (asksWhich && saysEveryTime(draft)) charge(draft, 'unselective');
  if (all === undefined) return;
  const { values = [], valuesComplete } = all.dimension;
  groups.splice(groups.indexOf(all), 1);
  use(draft, all.at);
  const quantity = distinctOf(lexicon, all.dimension);
  draft.having.push({ quantity, operator: '=', values: [values.length], percent: false });
  if (valuesComplete !== true || values.length < 2) charge(draft, 'comparesNothing');
}

/** "Which food groups contain no fibre" are those of which no food has any, and not those with one that has none. */
export function readNoneOfAny(draft: Draft): void {
  const { groups, conditions, figures, having } = draft;
  const asksWhich =
    groups.length > 0 && groups.every((it) => it.cue === 'which' && isKind(draft, it.dimension));
  if (!asksWhich || figures.length > 0) return;
  for (const condition of [...conditions]) {
    const { filter } = condition;
    if (filter.kind !== 'missing' || filter.negated || filter.dimension.type !== 'number') continue;
    conditions.splice(conditions.indexOf(condition), 1);
    const quantity: Quantity = { kind: 'aggregate', aggregate: 'max', dimension: filter.dimension };
    having.push({ quantity, operator: '<=', values: [0], percent: false });
  }
}

const everyOrAll =
  /\b(?:every|(?:in|on|at|from|by|with|for|to|through|during) all)(?: (?:single|of|the|our))* $/;

/** "How many orders in every region" asks for a number of each. */
const everySingle = /\bevery single $/;

function wordsBefore({ items, question }: Draft, { at }: GroupMention): string {
  const words = question.tokens.slice(0, items[at]?.from ?? 0).map(({ word }) => word);
  return `${words.join(' ')} `;
}

function countsThings({ figures, lexicon }: Draft): boolean {
  const [counted, ...others] = figures;
  return (
    counted !== undefined &&
    others.length === 0 &&
    isCountOf(counted.quantity) &&
    thingOf(lexicon, counted.quantity) !== undefined
  );
}

/** "Which customers ordered every year": of no bucket of time is it known here how many there are. */
function saysEveryTime({ items, question: { tokens } }: Draft): boolean {
  return items.some(({ kind, from }) => kind === 'grain' && tokens[from]?.before === 'every');
}
