import type { DimensionMetadata } from '../../contract/tools.ts';
import { isKindOf } from '../language/lexical.ts';
import { kindOf } from '../language/word-kind.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { nameLemmas } from '../link/names.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { arePeople } from './people.ts';
import { asksWho } from './records.ts';
import { open, operatorOfItem, use } from './scene.ts';

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

/** "Staff" are people, too. */
function arePersonnel(lexicon: Lexicon): boolean {
  return arePeople(lexicon) || [...lexicon.relationLemmas].some((lemma) => isKindOf(lemma, 'personnel'));
}

function isRanked({ items }: Draft): boolean {
  return items.some(
    (item) => operatorOfItem(item, 'rank', 'often', 'aggregate', 'many', 'much') !== undefined,
  );
}
