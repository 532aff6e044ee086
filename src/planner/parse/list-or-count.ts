import type { MeasureMetadata } from '../../contract/tools.ts';
import { isFillerWord } from '../language/grammar.ts';
import { entityDimension } from '../link/entities.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { type Charged, charge } from './charges.ts';
import type { Draft, FigureMention } from './draft.ts';
import type { Filter } from './filter.ts';
import { isStranger } from './how-many.ts';
import { readListedWith } from './listed-with.ts';
import { isExplicitList, isNameOf, namesOneOf } from './listing.ts';
import { isCountOf } from './quantity.ts';
import type { Group, Reading } from './reading.ts';
import { open, operatorOfItem, use } from './scene.ts';
import { showRecords } from './shown-records.ts';
import { namesOneRecord } from './trivial.ts';

/** Lists records or counts rows, where no figure is asked for. */
export function listOrCount(
  draft: Draft,
  filters: readonly Filter[],
  grouped: Group[],
  ranking: Reading['ranking'],
  assumed: Charged,
  {
    isDatedByReferrers,
    isVerified,
    isSpread,
  }: Readonly<Record<'isDatedByReferrers' | 'isVerified' | 'isSpread', boolean>>,
): { readonly isList: boolean; readonly isEach: boolean; readonly implied: boolean } {
  const { lexicon, question, groups, having, relations } = draft;
  const { rowCount } = lexicon;
  const entity = entityDimension(lexicon.cube);
  const isExplicit = isExplicitList(draft);
  // Things with names are listed, events are counted.
  const named =
    relations.length > 0 &&
    entity !== undefined &&
    isNameOf(entity, lexicon) &&
    !lexicon.timeIsBeginning &&
    (!question.isDated || isDatedByReferrers || filters.length > 1) &&
    (filters.length > 0 || having.length > 0);
  const isOfOne =
    groups.length === 0 &&
    !draft.isCounting &&
    !question.isDated &&
    !draft.items.some((item) => operatorOfItem(item, 'many', 'aggregate', 'often', 'much') !== undefined) &&
    namesOneRecord(lexicon.cube, filters);
  const listed =
    draft.isListing ||
    isOfOne ||
    isVerified ||
    (named && !draft.isCounting) ||
    groups.some(({ cue }) => cue === 'list' || cue === 'which' || cue === 'bare');
  const isList =
    draft.quantities.length === 0 &&
    having.length === 0 &&
    !(draft.isSplit && !isExplicit) &&
    listed &&
    draft.share === undefined;
  const implied = !isList && draft.quantities.length === 0 && having.length === 0 && rowCount !== undefined;
  const isEach =
    isList && showRecords(draft, filters, grouped, assumed, { isExplicit, isNamed: named, isOfOne });
  // "List all with job and salary" puts nothing together, "list the 5 biggest customers by revenue" does.
  const isAttribute =
    ranking?.limit === undefined && groups.every(({ cue }) => cue !== 'by' && cue !== 'per');
  const areRows = ranking === undefined && groups.length === 0 && having.length === 0;
  const asksOtherwise = ({ quantity, stated }: FigureMention): boolean =>
    quantity.kind === 'measure' &&
    !stated &&
    (!isCountOf(quantity) || (areRows && quantity.measure === rowCount));
  if (isExplicit && !implied && isAttribute && draft.figures.some(asksOtherwise)) charge(draft, 'unlisted');
  if (isExplicit) readListedWith(draft);
  if ((implied || isList) && areReferrersNamed(draft)) charge(draft, 'countedOne');
  if (implied) countRows(draft, filters, assumed, { rowCount, isExplicit, isSpread });
  return { isList, isEach, implied };
}

/** Counts rows where nothing says what to compute. */
function countRows(
  draft: Draft,
  filters: readonly Filter[],
  assumed: Charged,
  {
    rowCount,
    isExplicit,
    isSpread,
  }: { readonly rowCount: MeasureMetadata; readonly isExplicit: boolean; readonly isSpread: boolean },
): void {
  const { lexicon, question, relations } = draft;
  draft.quantities = saysAnything(draft) ? [{ kind: 'measure', measure: rowCount }] : [];
  if (isExplicit) charge(draft, 'unlisted');
  for (const { at, operator } of open(draft, 'aggregate'))
    if (operator.aggregate === 'count' && draft.quantities.length > 0) use(draft, at);
  // "Tenants in Leeds" are no repairs that tenants pay for.
  const isOfThing = draft.charges.has('valueOfThing') && !question.isDated;
  // "What percentage of seniors are women" is of people, and "what percentage of those who called" of all rows.
  const isOfAll = filters.length === 1 && /\bof (?:those|them|all)\b/iu.test(question.text);
  const isPart = draft.share !== undefined && (filters.length > 1 || isOfAll);
  // "Number of TV shows" says that they are counted.
  const isCounted =
    (draft.charges.get('countedValue') ?? 0) > 0 && draft.items.every(({ kind }) => kind !== 'word');
  const isNamed = relations.length > 0 || isCounted || draft.timeDimension !== undefined;
  charge(assumed, !isOfThing && (isNamed || isSpread || isPart) ? 'namedCount' : 'impliedCount');
  if (relations.some((at) => namesOneOf(draft, at))) charge(draft, 'countedOne');
  // "How did we do in 2025?" names nothing that there is.
  if (!draft.items.some(({ kind }) => kind === 'link')) charge(assumed, 'trivial');
  // Things are counted in their own relation rather than in one that refers to them.
  const strangers = draft.conditions.filter(({ at, filter }) =>
    relations.includes(at)
      ? filter.kind === 'values' && isStranger(lexicon, filter)
      : relations.length === 0 && draft.conditions.every((it) => isStranger(lexicon, it.filter)),
  );
  const isDatedElsewhere =
    relations.length === 0 && draft.timeDimension !== undefined && lexicon.strangers.has(draft.timeDimension);
  if (strangers.length > 0 || isDatedElsewhere) charge(assumed, 'countsReferrers');
}

/** "Members of Berlin studios": what is named first is counted, and not what it belongs to. */
function areReferrersNamed({ items, lexicon, question: { tokens } }: Draft): boolean {
  const head = items.find(({ kind }) => kind === 'link');
  const isDenied = items.some(
    (item) => item.from < (head?.from ?? 0) && operatorOfItem(item, 'not') !== undefined,
  );
  const entry = head?.kind === 'link' ? head.link.entry : undefined;
  const [first] = head?.kind === 'link' ? head.link.tokens : [];
  return (
    entry?.kind === 'dimension' &&
    referenceOf(lexicon.cube, entry.dimension) !== undefined &&
    !isDenied &&
    tokens.slice(0, first).every(({ word }) => isFillerWord(word))
  );
}

function saysAnything({ items }: Draft): boolean {
  return items.some(({ kind }) => ['link', 'date', 'grain', 'comparison'].includes(kind));
}
