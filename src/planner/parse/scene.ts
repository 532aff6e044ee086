import type { DimensionMetadata } from '../../contract/tools.ts';
import { kindNouns, type Operator } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import type { Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { type Entry, isFlag } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import type { Charged } from './charges.ts';
import type { Item } from './item.ts';

/** One way to take a question apart, while its parts are given their roles. */
export interface Scene extends Charged {
  readonly question: Question;
  readonly lexicon: Lexicon;
  readonly items: readonly Item[];
  /** Those of them that are words of the grammar. */
  readonly operators: readonly { readonly at: number; readonly operator: Operator }[];
  /** Places of the items that have a role. */
  readonly used: Set<number>;
  /** Places of the words that were left aside at first and have a role after all. */
  readonly explained: Set<number>;
  /** Places of those that only say what the next one belongs to: "browser engine", "customer orders". */
  readonly owners: ReadonlySet<number>;
}

/** What a word of the grammar does. */
export type OperatorKind = Operator['kind'];
/** An operator of one of these kinds. */
type OfKind<K extends OperatorKind> = K extends OperatorKind
  ? Extract<Operator, { kind: K }> | (Operator & { kind: K })
  : never;

/** The operator of an item where it is of one of these kinds. */
export function operatorOfItem<const K extends OperatorKind>(
  item: Item | undefined,
  ...kinds: readonly K[]
): OfKind<K> | undefined {
  if (item?.kind !== 'operator') return undefined;
  return (kinds as readonly string[]).includes(item.operator.kind) ? (item.operator as OfKind<K>) : undefined;
}

/** What an item names; undefined where it is no name. */
export function linkAt({ items }: Scene, at: number): Link | undefined {
  const item = items[at];
  return item?.kind === 'link' ? item.link : undefined;
}

/** Whether a name is said well enough to be said to be missing: what is only like it may be something else. */
export function isSaidToBeMissing(scene: Scene, at: number): boolean {
  return (linkAt(scene, at)?.quality ?? 0) >= 0.8;
}

/** The dimension that a link is about, whatever of it. */
export function dimensionOf(entry: Entry | undefined): DimensionMetadata | undefined {
  return entry?.kind === 'dimension' || entry?.kind === 'value' ? entry.dimension : undefined;
}

/** The words before something named, up to the one that gives it its role. */
export interface Lead {
  /** Aggregates, ranks and the like that may belong to it, nearest first. */
  readonly modifiers: readonly number[];
  /** A number among them. */
  readonly number: number | undefined;
  /** The word of the grammar that introduces it. */
  readonly cue: { readonly kind: OperatorKind; readonly at: number } | undefined;
  /** What is named before, with nothing but small words or a comma between. */
  readonly after: number | undefined;
}

const modifying: ReadonlySet<OperatorKind> = new Set([
  'aggregate',
  'rank',
  'running',
  'first',
  'last',
  'often',
  'share',
  'change',
  'list',
  'spread',
  'trend',
  'ratio',
  'compare',
]);

/** Looks to the left of an item. */
export function leadOf(scene: Scene, at: number): Lead {
  const { items } = scene;
  const modifiers: number[] = [];
  let number: number | undefined;
  let narrowed: number | undefined;
  let next = items[at]?.from ?? 0;
  for (let place = at - 1; place >= 0; place -= 1) {
    const item = items[place];
    if (item === undefined) break;
    if (item.kind === 'number') {
      number ??= place;
      continue;
    }
    if (item.kind === 'word' || item.kind === 'grain' || item.kind === 'daypart') {
      // "the highest average monthly wage": words in between change nothing.
      if (at - place > 4) break;
      continue;
    }
    if (scene.owners.has(place)) {
      next = item.from;
      continue;
    }
    if (
      item.kind === 'link' &&
      narrows(item.link.entry) &&
      item.to + 1 === next &&
      !isAfterBreak(scene.question.tokens[next])
    ) {
      // "how many senior technicians": what narrows the technicians is between.
      narrowed ??= place;
      next = item.from;
      continue;
    }
    // "which category 1 stations": so does a number of what it is said of.
    if (item.kind === 'link' && item.link.entry.kind === 'dimension' && number === place + 1) {
      narrowed ??= place;
      number = undefined;
      next = item.from;
      continue;
    }
    if (item.kind !== 'operator')
      return {
        modifiers,
        number,
        cue: undefined,
        after: narrowed ?? (item.kind === 'link' ? place : undefined),
      };
    const { kind } = item.operator;
    if (kind === 'filler') continue;
    if (modifying.has(kind)) {
      modifiers.push(place);
      continue;
    }
    if (kind === 'of') {
      const before = leftOf(items, place);
      if (before !== undefined && (isModifier(items[before]) || isKindNoun(scene, before))) continue;
    }
    return { modifiers, number, cue: { kind, at: place }, after: narrowed };
  }
  return { modifiers, number, cue: undefined, after: narrowed };
}

/** Whether an entry may be named directly before what it narrows. */
function narrows(entry: Entry): boolean {
  return entry.kind === 'value' || isFlag(entry);
}

function isAfterBreak(token: Token | undefined): boolean {
  return token?.afterBreak === true;
}

/** "For each level of education": what introduces the level introduces the education. */
export function isKindNoun({ items, question }: Scene, at: number): boolean {
  const item = items[at];
  return item?.kind === 'word' && kindNouns.has(question.tokens[item.from]?.lemma ?? '');
}

function isModifier(item: Item | undefined): boolean {
  return item?.kind === 'operator' && modifying.has(item.operator.kind);
}

/** The next item to the left that is more than a filler. */
export function leftOf(items: readonly Item[], at: number): number | undefined {
  for (let place = at - 1; place >= 0; place -= 1) if (!isFiller(items[place])) return place;
  return undefined;
}

/** The next item to the right that is more than a filler. */
export function rightOf(items: readonly Item[], at: number): number | undefined {
  for (let place = at + 1; place < items.length; place += 1) if (!isFiller(items[place])) return place;
  return undefined;
}

function isFiller(item: Item | undefined): boolean {
  return item?.kind === 'operator' && item.operator.kind === 'filler';
}

/** Whether there is nothing but small words of these kinds between two items. */
export function onlyBetween(
  { items }: Scene,
  from: number,
  to: number,
  kinds: readonly OperatorKind[],
): boolean {
  for (let place = Math.min(from, to) + 1; place < Math.max(from, to); place += 1) {
    const item = items[place];
    if (item?.kind !== 'operator') return false;
    if (item.operator.kind !== 'filler' && !kinds.includes(item.operator.kind)) return false;
  }
  return true;
}

/** Whether there is a comma or the like between an item and the one before it. */
export function afterBreak({ question, items }: Scene, at: number): boolean {
  const item = items[at];
  return item !== undefined && isAfterBreak(question.tokens[item.from]);
}

/** Whether the last word of an item is a plural. */
export function isPlural({ question, items }: Scene, at: number): boolean {
  const link = linkAt({ items } as Scene, at);
  // "Which group of foods" is one.
  const head = link?.tokens.find((token) => question.tokens[token + 1]?.word === 'of');
  const last =
    question.tokens[(link?.entry.kind === 'dimension' ? head : undefined) ?? link?.tokens.at(-1) ?? -1];
  if (last === undefined) return false;
  return (
    (/^(?:series|species|fish|sheep|deer|aircraft)$/.test(last.word) &&
      !/^what is\b/i.test(question.text.trim())) ||
    (last.word !== last.lemma && /s$|people$|children$|men$/.test(last.word))
  );
}

/** Marks items as having a role, so that nothing is charged for them. */
export function use(scene: Scene, ...places: readonly (number | undefined)[]): void {
  for (const place of places) if (place !== undefined) scene.used.add(place);
}

/** Operators of a kind that nothing has used yet. */
export function open<K extends OperatorKind>(
  scene: Scene,
  ...kinds: readonly K[]
): { readonly at: number; readonly operator: OfKind<K> }[] {
  return scene.operators.filter(
    (it): it is { readonly at: number; readonly operator: OfKind<K> } =>
      (kinds as readonly string[]).includes(it.operator.kind) && !scene.used.has(it.at),
  );
}

/** "Takes longest to resolve", "time to close": what is done, of whatever it is done to. */
export function isInfinitive({ items, question }: Scene, at: number): boolean {
  const from = items[at]?.from ?? 0;
  const token = question.tokens[from];
  if (token === undefined || question.tokens[from - 1]?.word !== 'to') return false;
  return token.word === token.lemma && kindOf(token) === 'verb';
}

/** The words behind an item. */
export function restOf({ items, question }: Scene, at: number): string {
  return question.tokens
    .slice((items[at]?.to ?? 0) + 1)
    .map(({ word }) => word)
    .join(' ');
}
