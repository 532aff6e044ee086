import type { DimensionMetadata } from '../../contract/tools.ts';
import { isKindOf } from '../language/lexical.ts';
import { titleLemmas } from '../link/entities.ts';
import { type Entry, isOfRows } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Item } from './item.ts';
import { isOrderCue } from './rank-cues.ts';
import { isPlural, type OperatorKind, operatorOfItem, type Scene } from './scene.ts';

const isFiller = (item: Item): boolean => operatorOfItem(item, 'filler') !== undefined;

/** Whether records are asked for in so many words. */
export function isExplicitList(scene: Scene): boolean {
  // "Names per language" are counted.
  const isSplit = scene.items.some((item) => operatorOfItem(item, 'per', 'each') !== undefined);
  return scene.items.some(
    (item) =>
      operatorOfItem(item, 'list') !== undefined &&
      !(isSplit && scene.question.tokens[item.from]?.word === 'names'),
  );
}

/** Whether the question asks for records rather than figures. */
export function lists(scene: Scene): boolean {
  const first = scene.items.findIndex((item) => !isFiller(item));
  const item = scene.items[first];
  if (operatorOfItem(item, 'list') !== undefined) return isExplicitList(scene);
  if (operatorOfItem(item, 'compare') !== undefined) return false;
  if (asksToSee(scene) || asksForPerson(scene, first)) return true;
  const measures = scene.items.some((it) => it.kind === 'link' && it.link.entry.kind === 'measure');
  const figures = scene.items.some(
    (it) =>
      operatorOfItem(it, 'aggregate', 'many', 'much', 'share', 'rank', 'change', 'running', 'often') !==
      undefined,
  );
  if (measures || figures) return false;
  if (asksForAnything(scene) || sortsRecords(scene)) return true;
  return operatorOfItem(item, 'which', 'who') !== undefined;
}

/** "Ketches in order of their sail number": records rather than how many there are of each. */
function sortsRecords({ items, ...scene }: Scene): boolean {
  const splits = items.filter((item) => operatorOfItem(item, 'by', 'per', 'each') !== undefined);
  return splits.length > 0 && splits.every((item) => isOrderCue({ items, ...scene }, items.indexOf(item)));
}

/** "I need something with over 20 g of protein": whatever it is called. */
export function asksForAnything({ question, items }: Scene): boolean {
  const isNamed = items.some(({ kind }) => kind === 'comparison' || kind === 'link');
  return (
    isNamed &&
    question.tokens.some(
      ({ word, before }) =>
        /^(?:some|any)(?:thing|one|body)$/.test(word) &&
        !/^(?:is|are|was|were|there|does|do|did)$/.test(before ?? ''),
    )
  );
}

const showing = new Set('show see display view find get give fetch'.split(' '));

/** What tells the records that are meant, and computes nothing. */
const narrowing: ReadonlySet<OperatorKind> = new Set([
  ...(['filler', 'in', 'of', 'with', 'not', 'and', 'or', 'between', 'than', 'which', 'who'] as const),
]);

/** "Show me the flats that are available": the records themselves, which are named and narrowed. */
function asksToSee(scene: Scene): boolean {
  const { items, lexicon, question } = scene;
  const first = items.findIndex((item) => !isFiller(item));
  const isAsked = question.tokens.slice(0, items[first]?.from ?? 0).some(({ word }) => showing.has(word));
  const entries = items.flatMap((item) => (item.kind === 'link' ? [item.link.entry] : []));
  const isRow = (entry: Entry): boolean => isOfRows(entry, lexicon);
  return (
    isAsked &&
    (entries.some(isRow) || items.some((item, at) => isFlats(scene, item, at))) &&
    entries.every((entry) => isRow(entry) || entry.kind !== 'measure') &&
    items.some(
      (item) =>
        ['date', 'text', 'comparison', 'number'].includes(item.kind) ||
        (item.kind === 'link' && !isRow(item.link.entry)),
    ) &&
    items.every(
      (item) => item.kind !== 'grain' && (item.kind !== 'operator' || narrowing.has(item.operator.kind)),
    )
  );
}

/** "The driver of trip 10001" is one, and asked for by name rather than counted. */
export function namesOneOf({ items, question }: Scene, at: number): boolean {
  const item = items[at];
  const last = item?.kind === 'link' ? question.tokens[item.link.tokens.at(-1) ?? -1] : undefined;
  // A German plural is not told by its form.
  const isOne = last !== undefined && last.language !== 'de' && last.word === last.lemma;
  return isOne && operatorOfItem(items[at + 1], 'of') !== undefined;
}

/** "How many of those who joined have had a lesson": who had one is asked, and not how many there were. */
export function isOneHad({ items, question: { tokens } }: Scene, at: number): boolean {
  const { from = 0, to = -1 } = items[at] ?? {};
  const [article, last] = [tokens[from - 1], tokens[to]];
  return (
    last !== undefined &&
    last.word === last.lemma &&
    /^(?:an?|any)$/.test(article?.word ?? '') &&
    items.some((item, place) => place < at - 1 && operatorOfItem(item, 'many') !== undefined)
  );
}

/** "General manager of the Regent": whoever that is. */
function asksForPerson(scene: Scene, at: number): boolean {
  const item = scene.items[at];
  if (item?.kind !== 'link' || item.link.entry.kind !== 'value' || !namesOneOf(scene, at)) return false;
  return isKindOf(scene.question.tokens[item.to]?.lemma ?? '', 'person');
}

/** A value that stands for the things that have it. */
function isFlats(scene: Scene, item: Item, at: number): boolean {
  if (item.kind !== 'link' || item.link.entry.kind !== 'value' || !isPlural(scene, at)) return false;
  const { dimension } = item.link.entry;
  return !isJoined(dimension) && !scene.lexicon.strangers.has(dimension);
}

/** Whether a dimension holds what things are called, and no codes. */
export function isNameOf(entity: DimensionMetadata, { relationLemmas }: Lexicon): boolean {
  const words = titleLemmas(entity.title);
  const last = words.at(-1) ?? '';
  return entity.type === 'string' && (last === 'name' || last === 'title' || relationLemmas.has(last));
}
