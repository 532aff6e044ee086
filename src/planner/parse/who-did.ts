import type { DimensionMetadata } from '../../contract/tools.ts';
import { isPast } from '../language/doers.ts';
import { isKindOf } from '../language/lexical.ts';
import { kindOf } from '../language/word-kind.ts';
import { entityDimension } from '../link/entities.ts';
import { isOfRows } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { keyOf } from '../link/keys.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { nameLemmas } from '../link/names.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { distinctOf } from './figures.ts';
import type { Condition } from './filter.ts';
import { arePeople } from './people.ts';
import { asksWho } from './records.ts';
import { isPlural, leadOf, open, operatorOfItem, use } from './scene.ts';

/** How people come to belong to something, whichever word a model has for it. */
const joinings = /^(?:join|hire|engag|employ|recruit|enrol|enlist|start|begin)/;

/** "Who joined in May", where people are hired: the only time of theirs that says the same. */
export function readJoining(draft: Draft): void {
  const { items, question, lexicon } = draft;
  if (draft.timeDimension !== undefined || !question.isDated || !arePersonnel(lexicon)) return;
  const at = items.findIndex(({ kind, from }) => {
    const token = kind === 'word' ? question.tokens[from] : undefined;
    return token !== undefined && joinings.test(token.lemma) && kindOf(token) === 'verb';
  });
  const [time, ...more] = lexicon.cube.dimensions.filter(isJoining);
  if (at < 0 || time === undefined || more.length > 0) return;
  explain(draft, at);
  charge(draft, 'described');
  draft.timeDimension = time;
}

function isJoining(dimension: DimensionMetadata): boolean {
  return (
    dimension.type === 'time' &&
    !isJoined(dimension) &&
    nameLemmas(dimension.title).some((lemma) => joinings.test(lemma))
  );
}

/** "Who left in May, and from which office?" asks for the names of those who did. */
export function nameDoers(draft: Draft): void {
  const { lexicon, groups, quantities, conditions } = draft;
  const [who] = open(draft, 'who');
  const entity = entityDimension(lexicon.cube);
  if (who === undefined || entity === undefined || entity.primaryKey === true) return;
  if (quantities.length > 0 || !asksWho(draft) || !arePersonnel(lexicon) || isRanked(draft)) return;
  const isOwn = (time: DimensionMetadata | undefined): boolean => time?.type === 'time' && !isJoined(time);
  const isDone = conditions.some(
    ({ filter }) => filter.kind === 'missing' && filter.negated && isOwn(filter.dimension),
  );
  if (!isDone && !(draft.question.isDated && isOwn(draft.timeDimension))) return;
  use(draft, who.at);
  if (!groups.some(({ dimension }) => dimension === entity))
    groups.push({ dimension: entity, at: who.at, cue: 'list' });
}

/** "How many trainees applied", where applications are counted, counts those who did so, who may have several each. */
export function countDoers(draft: Draft): void {
  const { cube, rowCount, strangers } = draft.lexicon;
  const areRows = draft.quantities.every((it) => it.kind === 'measure' && it.measure === rowCount);
  const doers = draft.conditions.find((it) => isOfDoers(draft, it));
  if (!areRows || doers === undefined || doers.filter.kind !== 'values') return;
  const home = strangers.get(doers.filter.dimension);
  const name = cube.dimensions.find(
    (it) => strangers.get(it) === home && it.type === 'string' && keyOf(cube, it) !== undefined,
  );
  if (name === undefined) charge(draft, 'countsReferrers');
  else draft.quantities = [distinctOf(draft.lexicon, name)];
}

/** Whether it is those of a value who are said to have done what the rows are called after. */
function isOfDoers(draft: Draft, { at, filter }: Condition): boolean {
  const { items, question, lexicon } = draft;
  const deed = items[at + 1];
  const token = deed?.kind === 'link' ? question.tokens[deed.from] : undefined;
  return (
    deed?.kind === 'link' &&
    deed.from === deed.to &&
    token !== undefined &&
    isPast(token.word) &&
    kindOf(token) === 'verb' &&
    isOfRows(deed.link.entry, lexicon) &&
    filter.kind === 'values' &&
    !filter.negated &&
    lexicon.strangers.has(filter.dimension) &&
    leadOf(draft, at).cue?.kind === 'many' &&
    isPlural(draft, at)
  );
}

/** "Staff" are people, too. */
function arePersonnel(lexicon: Lexicon): boolean {
  return arePeople(lexicon) || [...lexicon.relationLemmas].some((lemma) => isKindOf(lemma, 'personnel'));
}

function isRanked({ items }: Draft): boolean {
  return items.some(
    (item) => operatorOfItem(item, 'rank', 'often', 'aggregate', 'many', 'much') !== undefined,
  );
}
