import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { doingOf, isPast } from '../language/doers.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { nameWords, type Token } from '../language/text.ts';
import { memberLemmas } from '../link/entities.ts';
import { type Entry, isCounted, memberOf } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { nameLemmas } from '../link/names.ts';
import { isPlanned } from '../link/spans.ts';
import { afterBreak, type Lead, leftOf, linkAt, operatorOfItem, rightOf, type Scene } from './scene.ts';
import { describes } from './word-beside.ts';

/** What English says of where something comes from and goes to. */
const directions: Readonly<Record<string, RegExp>> = {
  from: /^(origin|source|from|departure|sender|start|pickup|shipper)$/,
  to: /^(destination|target|to|arrival|receiver|recipient|end|dropoff|consignee)$/,
};

/** "From Hamburg" as a destination, or "to Hamburg" as an origin. */
export function isOtherDirection(
  { question, items }: Scene,
  cue: number | undefined,
  dimension: DimensionMetadata,
): boolean {
  const word = cue === undefined ? '' : (question.tokens[items[cue]?.from ?? -1]?.word ?? '');
  const own = directions[word];
  const other = directions[word === 'from' ? 'to' : 'from'];
  if (own === undefined || other === undefined) return false;
  const lemmas = memberLemmas(dimension);
  return lemmas.some((lemma) => other.test(lemma));
}

/** "Delivered in June" as the status "delivered" where a time of delivery is known. */
export function isDatedVerb(scene: Scene, at: number): boolean {
  const right = rightOf(scene.items, at);
  const next =
    right !== undefined && operatorOfItem(scene.items[right], 'in') !== undefined
      ? rightOf(scene.items, right)
      : right;
  return next !== undefined && scene.items[next]?.kind === 'date' && timesNamed(scene, at).length > 0;
}

/** The times that are called by a word, in whichever form. */
export function timesNamed({ question, items, lexicon }: Scene, at: number): DimensionMetadata[] {
  const token = question.tokens[items[at]?.from ?? -1];
  return (lexicon.byRoot.get(token?.root ?? '') ?? []).flatMap((key) =>
    (lexicon.byKey.get(key) ?? []).flatMap(({ entry }) =>
      entry.kind === 'dimension' && entry.dimension.type === 'time' ? [entry.dimension] : [],
    ),
  );
}

/**
 * "How many tickets did they open in June" says what they did with them, which dates tell; unlike "what did they order", and
 * "how many did they resolve", where tickets are dated by when they were opened.
 * @param dimension whose value it may be
 */
export function isDoneAt(scene: Scene, at: number, dimension?: DimensionMetadata): boolean {
  const { items, question, lexicon } = scene;
  const times = timesNamed(scene, at);
  const time = times.find(
    (it) =>
      it === lexicon.defaultTime || (dimension !== undefined && ownerOf(it.name) === ownerOf(dimension.name)),
  );
  const token = question.tokens[items[at]?.from ?? -1];
  if (time === undefined || token === undefined) return false;
  // What started did so when it started, and not when that was planned.
  const isOnlyPlanned = isPlanned(time) && times.some((it) => !isJoined(it) && !isPlanned(it));
  if (isPast(token.word) && isOnlyPlanned) return false;
  if (token.word.endsWith('ed')) return time.gaps !== true && isSaidOfDoers(scene, at);
  const before = question.tokens.slice(0, items[at]?.from);
  const did = before.find(({ word }) => /^(?:did|does|do)$/.test(word));
  return (
    time === lexicon.defaultTime && token.word === token.lemma && did !== undefined && did.before !== 'what'
  );
}

/** "Claims that are closed" are so by a day of their own, and not by the status of the firms that they are of. */
export function isSaidOfOthers(scene: Scene, at: number, dimension: DimensionMetadata): boolean {
  const { items, question, lexicon } = scene;
  const word = question.tokens[items[at]?.from ?? -1]?.word ?? '';
  const isThing = (place: number): boolean => {
    const entry = linkAt(scene, place)?.entry;
    return entry !== undefined && (entry.kind !== 'dimension' || entry.dimension.type !== 'time');
  };
  const isNext = !afterBreak(scene, at + 1) && isThing(at + 1);
  const thing = isNext ? at + 1 : items.findLastIndex((_, place) => place < at && isThing(place));
  const entry = linkAt(scene, thing)?.entry;
  if (entry?.kind !== 'relation' && !(entry?.kind === 'measure' && isCounted(entry))) return false;
  const owner = entry.kind === 'measure' ? ownerOf(entry.measure.name) : lexicon.cube.name;
  return (
    isJoined(dimension) &&
    items[at]?.from === items[at]?.to &&
    owner !== ownerOf(dimension.name) &&
    timesNamed(scene, at).some(
      (it) => ownerOf(it.name) === owner && nameWords(it.title.toLowerCase()).includes(word),
    )
  );
}

/** "Who applied for it", "candidates applied to three", unlike "applied ones" and those that are applied. */
function isSaidOfDoers(scene: Scene, at: number): boolean {
  const { items, question } = scene;
  if (linkAt(scene, at + 1) !== undefined && !afterBreak(scene, at + 1)) return false;
  const doer = linkAt(scene, at - 1)?.entry;
  const isBehind = doer !== undefined && doer.kind !== 'value' && at + 1 < items.length;
  return (
    isBehind || /^(?:who|that|which|have|has|had)$/.test(question.tokens[items[at]?.from ?? -1]?.before ?? '')
  );
}

/** The relation's own time at which that was done which a verb says; undefined where none is called so, or the one that dates all rows. */
export function timeDone(scene: Scene, at: number): DimensionMetadata | undefined {
  const { items, question, lexicon } = scene;
  const before = question.tokens.slice(0, items[at]?.from);
  const [time, ...more] = new Set(timesNamed(scene, at).filter((it) => !isJoined(it)));
  const isSaid = before.some(({ word }) => /^(?:did|does|do)$/.test(word)) && more.length === 0;
  return isSaid && time !== lexicon.defaultTime ? time : undefined;
}

/** "Enterprise customers": the customers only say what the value belongs to, even where "customer" is a value, too. */
export function isBearerValue(scene: Scene, before: number, at: number): boolean {
  const token = scene.question.tokens[scene.items[at]?.from ?? -1];
  const entry = linkAt(scene, before)?.entry;
  return (
    token !== undefined &&
    token.word !== token.lemma &&
    !token.afterBreak &&
    entry?.kind === 'value' &&
    (scene.items[before]?.to ?? 0) + 1 === scene.items[at]?.from
  );
}

/** "London restaurants", "restaurants in London": a thing that has the value stands beside it, and the value is read as another thing's. */
export function isOfOtherThing(
  scene: Scene,
  at: number,
  { dimension, value }: Extract<Entry, { kind: 'value' }>,
): boolean {
  const { question, items, lexicon } = scene;
  const before = leftOf(items, at);
  const lead = before !== undefined && operatorOfItem(items[before], 'in', 'of') !== undefined;
  const places = [afterBreak(scene, at + 1) ? undefined : at + 1, lead ? leftOf(items, before) : undefined];
  return places.some((place = -1) => {
    const link = linkAt(scene, place);
    const owner = ownerOf((link && memberOf(link.entry)?.name) ?? `${lexicon.cube.name}.`);
    return (
      link?.tokens.some((it) => lexicon.things.has(question.tokens[it]?.lemma ?? '')) === true &&
      owner !== ownerOf(dimension.name) &&
      homesOfValue(lexicon, value).has(owner)
    );
  });
}

/** "German customers" are no customers of what is written in German: an adjective is of what it stands before. */
export function describesSibling(scene: Scene, at: number, { name }: DimensionMetadata): boolean {
  const { question, items, lexicon } = scene;
  const token = question.tokens[items[at]?.to ?? -1];
  const next = afterBreak(scene, at + 1) ? undefined : linkAt(scene, at + 1);
  const said = next && memberOf(next.entry);
  if (token === undefined || said === undefined || partsOfSpeech(token.lemma).adjective < 0.3) return false;
  const [one, other] = [ownerOf(said.name), ownerOf(name)];
  const isThing = next?.tokens.some((it) => lexicon.things.has(question.tokens[it]?.lemma ?? '')) === true;
  const isWithin = (inner: string, outer: string): boolean =>
    inner === outer || inner.startsWith(`${outer}.`) || outer === lexicon.cube.name;
  return isThing && !isWithin(one, other) && !isWithin(other, one);
}

function homesOfValue({ byKey }: Lexicon, value: string): ReadonlySet<string> {
  const phrases = nameLemmas(value).flatMap((lemma) => byKey.get(lemma) ?? []);
  return new Set(
    phrases.flatMap(({ entry }) =>
      entry.kind === 'value' && entry.value === value ? [ownerOf(entry.dimension.name)] : [],
    ),
  );
}

/** "Low scores" are low themselves, and not those of what has a low priority; nor have "new customers" new jobs. */
export function describesOther(scene: Scene, at: number, { name }: DimensionMetadata): boolean {
  const { items, question, lexicon } = scene;
  const token = question.tokens[items[at]?.to ?? -1];
  const next = linkAt(scene, at + 1)?.entry;
  const isNew = token?.word === 'new' && !afterBreak(scene, at + 1);
  // "New hires" are all hires, and none whose application is new.
  const isCountOfSome =
    next?.kind === 'measure' && next.measure.type === 'count' && next.measure !== lexicon.rowCount;
  if (isNew && isCountOfSome) return true;
  if (isNew && next !== undefined)
    return ownerOf(name) !== ownerOf(memberOf(next)?.name ?? `${lexicon.cube.name}.`);
  const number =
    next?.kind === 'dimension' && next.dimension.type === 'number'
      ? next.dimension
      : next?.kind === 'measure' && !next.measure.type.startsWith('count')
        ? next.measure
        : undefined;
  return (
    number !== undefined &&
    token !== undefined &&
    token.raw === token.word &&
    // "Roll former downtime" is that of a machine of two words.
    items[at]?.from === items[at]?.to &&
    token.index + 1 === items[at + 1]?.from &&
    !afterBreak(scene, at + 1) &&
    ownerOf(number.name) !== ownerOf(name) &&
    partsOfSpeech(token.lemma).adjective > 0.5
  );
}

/** "Gold card", where the gold is described as that of a card. */
export function isHeadOfOther(scene: Scene, at: number, dimension: DimensionMetadata): boolean {
  const { question, items } = scene;
  const own = question.tokens[items[at]?.from ?? -1];
  const before = linkAt(scene, at - 1)?.entry;
  return (
    own !== undefined &&
    before?.kind === 'value' &&
    before.dimension !== dimension &&
    !afterBreak(scene, at) &&
    items[at]?.from === items[at]?.to &&
    describes(before, own.lemma)
  );
}

/** Whether anything says that two values belong together: a word, a comma, or that nothing is between them. */
export function isJoinedTo({ items, operators, question }: Scene, last: number, at: number): boolean {
  // "Ratio of air freight to sea freight".
  const areHeld = operators.some(({ operator }) => operator.kind === 'ratio' || operator.kind === 'compare');
  return (
    areHeld ||
    last === at - 1 ||
    items
      .slice(last + 1, at + 1)
      .some(
        (item) =>
          question.tokens[item.from]?.afterBreak === true ||
          operatorOfItem(item, 'and', 'or', 'than', 'apart', 'between') !== undefined,
      )
  );
}

/** "done by contractors" says who did it. */
export function isPassive({ question, items }: Scene, at: number): boolean {
  // "Held only by women", "not supported at all by Safari".
  const words = question.tokens.slice(0, items[at]?.from).map(({ word }) => word);
  while (/^(only|at|all)$/.test(words.at(-1) ?? '')) words.pop();
  const token = question.tokens[words.length - 1];
  return (
    token !== undefined &&
    /(ed|en|done|made|led|run|sold|held|built|sent|lost|paid|shown|known|grown|flown|worn)$/.test(
      token.word,
    ) &&
    !/broken|given|taken/.test(token.word)
  );
}

/** "Made by phone", where a value of the rows themselves is called just so. */
export function isDoneByValue(scene: Scene, at: number, { cue }: Lead): boolean {
  const { lexicon, question } = scene;
  const said = (linkAt(scene, at)?.tokens ?? []).map((it) => question.tokens[it]?.lemma ?? '');
  return (
    cue !== undefined &&
    isPassive(scene, cue.at) &&
    (lexicon.byKey.get(said[0] ?? '') ?? []).some(
      ({ entry, words }) =>
        entry.kind === 'value' &&
        !isJoined(entry.dimension) &&
        words.map(({ key }) => key).join(' ') === said.join(' '),
    )
  );
}

/** "Stations with their toilets and lockers" asks which of them have any. */
export function isOwned({ question, items }: Scene, at: number): boolean {
  const before = question.tokens.slice(0, items[at]?.from).map(({ word }) => word);
  return /\bwith (their|its)\b/.test(before.join(' '));
}

/** Whether a comparison counts the rows that the value right behind it narrows. */
export function countsValue({ items }: Scene, at: number, comparison: NumberComparison): boolean {
  const next = items[at + 1];
  return (
    next?.kind === 'link' &&
    next.link.entry.kind === 'value' &&
    comparison.unit === undefined &&
    comparison.adjective === undefined &&
    comparison.values.every(Number.isInteger)
  );
}

/** Whether "by" and the name of one of those stand behind a verb who are called after what it says. */
export function isDoerNamed(scene: Scene, at: number, { root }: Token): boolean {
  const entry = linkAt(scene, at + 2)?.entry;
  return (
    operatorOfItem(scene.items[at + 1], 'by') !== undefined &&
    entry?.kind === 'value' &&
    nameLemmas(entry.dimension.title).some((lemma) => doingOf(lemma) === root)
  );
}
