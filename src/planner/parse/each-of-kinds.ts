import type { DimensionMetadata } from '../../contract/tools.ts';
import { memberOf } from '../link/entries.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { thingOf } from './figures.ts';
import { type Condition, type Filter, filterTarget } from './filter.ts';
import type { Item } from './item.ts';
import { countSubject, subjectOf } from './judged-groups.ts';
import type { Quantity } from './quantity.ts';
import { isOnRowsOf } from './rows-of-thing.ts';
import { linkAt, open, operatorOfItem, use } from './scene.ts';

/**
 * "Pupils who have a piano and a cello course": those who have rows of each kind, rather than rows of either. Where the rows are of
 * several sorts, "an online course and a piano course", it is charged: no condition here is on one row and not on the other.
 */
export function readEachKind(draft: Draft): void {
  const { lexicon, conditions, items, question } = draft;
  if (hasTwo(draft)) charge(draft, 'twice');
  const judged = subjectOf(draft);
  const subject = judged ?? countedElsewhere(draft);
  const thing = subject === undefined ? undefined : thingAt(draft, subject);
  const { rowCount } = lexicon;
  if (subject === undefined || thing === undefined) return;
  const isSplit = items.some(
    (item) => operatorOfItem(item, 'or', 'by', 'per', 'each', 'compare', 'than', 'between') !== undefined,
  );
  if (isSplit) return;
  const isBoth = question.tokens.some(({ word }) => word === 'both');
  const has = items.findIndex((item, at) => at > subject && operatorOfItem(item, 'with') !== undefined);
  const ofRows = conditions
    .filter(({ filter }) => isOnRowsOf(draft, filter, thing))
    .toSorted((a, b) => a.at - b.at);
  const kinds = ofRows.find(
    ({ at, filter }) =>
      filter.kind === 'values' &&
      filter.values.length > 1 &&
      !filter.negated &&
      ((filter.apart === true && has >= 0 && at > has) ||
        (isBoth && at > subject) ||
        saysAll(draft, filter.dimension)),
  );
  if (kinds?.filter.kind !== 'values') return;
  const { filter } = kinds;
  const last = items.findLastIndex((item) => isNamed(item, filter.dimension));
  // "An online piano course and a cello course" says it of the one only.
  const isOfOne = ofRows.some(
    (it) => it !== kinds && it.at > subject && it.at < last && !isSaidOfEach(draft, it, filter),
  );
  // A view does not always tell what belongs to the thing and what to its rows.
  if (isOfOne || judged === undefined || rowCount === undefined || !lexicon.strangers.has(thing)) {
    charge(draft, 'twice');
    return;
  }
  countSubject(draft, subject);
  conditions.splice(conditions.indexOf(kinds), 1);
  use(draft, ...open(draft, 'and').map(({ at }) => at));
  if (isBoth) charge(draft, 'twice', -(draft.charges.get('twice') ?? 0));
  const of: Quantity = { kind: 'measure', measure: rowCount };
  for (const value of filter.values) {
    const where: Filter = { ...filter, values: [value] };
    draft.having.push({
      quantity: { kind: 'filtered', of, where },
      operator: '>',
      values: [0],
      percent: false,
    });
  }
}

/** "That Anna, Ben and Cleo all attend", "in all of Ulm, Trier and Bonn". */
function saysAll({ items, question: { tokens } }: Draft, dimension: DimensionMetadata): boolean {
  const first = items.find((item) => isNamed(item, dimension))?.from ?? 0;
  const last = items.findLast((item) => isNamed(item, dimension))?.to ?? tokens.length;
  const before = tokens.slice(Math.max(first - 3, 0), first).map(({ word }) => word);
  const [next, further] = [tokens[last + 1], tokens[last + 2]];
  const isAfter =
    next?.word === 'all' && further !== undefined && !/^(?:together|in|told)$/.test(further.word);
  return isAfter || /\ball (?:\S+ )?of$/.test(before.join(' '));
}

/** The place of what is counted by a key, which a view shows for each of its rows. */
function countedElsewhere({ figures, groups, lexicon }: Draft): number | undefined {
  const [only, ...more] = figures;
  const thing = only && more.length + groups.length === 0 ? thingOf(lexicon, only.quantity) : undefined;
  return thing !== undefined && lexicon.strangers.has(thing) ? only?.at : undefined;
}

/** What there are several rows of each of. */
function thingAt({ groups, figures, lexicon }: Draft, subject: number): DimensionMetadata | undefined {
  const figure = figures.find(({ at }) => at === subject);
  return groups.find(({ at }) => at === subject)?.dimension ?? (figure && thingOf(lexicon, figure.quantity));
}

/** "Pupils who have a tuned piano and a cello course": what belongs to them twice is not one row that is both. */
function hasTwo(draft: Draft): boolean {
  const { items, lexicon, question } = draft;
  const has = items.findIndex((item) => operatorOfItem(item, 'with') !== undefined);
  const head = items.slice(0, Math.max(has, 0)).findLastIndex(({ kind }) => kind === 'link');
  const entry = linkAt(draft, head)?.entry;
  const member = entry && memberOf(entry);
  if (member === undefined || !lexicon.strangers.has(member)) return false;
  const isArticle = (at: number): boolean => /^an?$/.test(question.tokens[at]?.word ?? '');
  const joint = items.findIndex(
    (item, at) => at > has && operatorOfItem(item, 'and') !== undefined && isArticle(item.to + 1),
  );
  const homes = (own: readonly Item[]): ReadonlySet<string | undefined> =>
    new Set(
      own.flatMap((item) => {
        const said = item.kind === 'link' ? memberOf(item.link.entry) : undefined;
        return said === undefined ? [] : [lexicon.strangers.get(said)];
      }),
    );
  const [first, second] = [homes(items.slice(has, joint)), homes(items.slice(joint))];
  const isOwn = isArticle((items[has]?.to ?? 0) + 1);
  return joint >= 0 && isOwn && first.size > 0 && second.size > 0 && first.isDisjointFrom(second);
}

/** "An ongoing piano course and an ongoing cello course". */
function isSaidOfEach(
  { items }: Draft,
  { filter: said }: Condition,
  { dimension, values }: Extract<Filter, { kind: 'values' }>,
): boolean {
  if (said.kind === 'segment') return false;
  const times = items.filter((item) => isNamed(item, said.dimension)).length;
  const named = items.filter((item) => isNamed(item, dimension)).length;
  return filterTarget(said) !== dimension.name && times === named && named === values.length;
}

function isNamed(item: Draft['items'][number], dimension: DimensionMetadata): boolean {
  const entry = item.kind === 'link' ? item.link.entry : undefined;
  return (entry?.kind === 'value' || entry?.kind === 'dimension') && entry.dimension === dimension;
}
