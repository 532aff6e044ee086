import { parseNumber } from '../language/comparisons.ts';
import type { GrainMention } from '../language/grains.ts';
import { type Operator, operatorAt, operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { isLasting } from '../language/scales.ts';
import { span, type Token } from '../language/text.ts';
import { type Entry, memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { isShouted, type Link } from '../link/link.ts';
import type { Item } from './item.ts';
import { isOtherRole } from './roles.ts';
import { isAskedThing, isState, skipPrice } from './skip-price.ts';
import { type Price, weights } from './weights.ts';

/** What may come next in taking a question apart. */
export interface Step {
  readonly item: Item;
  readonly cost: number;
  /** Tells readings apart; empty for words that are left aside. */
  readonly key: string;
  /** Where it goes on. */
  readonly to: number;
  /** Words that it takes, which must be free. */
  readonly takes: readonly number[];
}

type LinkStep = Step & { readonly item: Extract<Item, { kind: 'link' }> };

/** All that may begin with a word. */
export function stepsAt(
  token: Token,
  { tokens, textMatches, dayParts }: Question,
  named: ReadonlyMap<number, readonly LinkStep[]>,
  things: ReadonlySet<string>,
  known: Item | undefined,
  grain: GrainMention | undefined,
): Step[] {
  const at = token.index;
  const own = named.get(at) ?? [];
  if (known !== undefined) return [plainStep(known), ...own.filter(({ item }) => item.link.quality >= 0.97)];
  const steps: Step[] = [];
  if (grain !== undefined) {
    const to = Math.max(...grain.tokens);
    steps.push(
      plainStep({
        ...{ kind: 'grain', from: at, to, grain: grain.grain, adverb: grain.adjective },
        charges: [['grain', 1]],
      }),
    );
  }
  for (const match of textMatches)
    if (match.from === at)
      steps.push(plainStep({ kind: 'text', from: at, to: match.to, match, charges: [['textMatch', 1]] }));
  const part = dayParts.find((it) => it.tokens[0] === at);
  const end = part?.tokens.at(-1) ?? at;
  // "Evening" may be the name of a shift.
  if (part !== undefined && !named.values().some((links) => isNamed(links, end, 0.78)))
    steps.push(plainStep({ kind: 'daypart', from: at, to: end, time: part.time, charges: [['grain', 1]] }));
  // "One star" may be a number of stars, where "which one" is a pronoun.
  const isCounting = token.word === 'one' && named.has(at + 1);
  const number = isCounting ? 1 : parseNumber(token.word);
  if (number !== undefined)
    steps.push(plainStep({ kind: 'number', from: at, to: at, value: number, charges: [['knownNumber', 1]] }));
  // What "fell due" was due, and did not fall.
  if (isLasting(tokens, at) || (/^f[ae]ll/.test(token.word) && tokens[at + 1]?.word === 'due'))
    return [fillerStep(at)];
  const isAcronym = /^\p{Lu}{2,}$/u.test(token.raw) && tokens.some(({ raw }) => /\p{Ll}/u.test(raw));
  const isInName =
    isShouted(token, tokens) &&
    [tokens[at - 1], tokens[at + 1]].some((it) => it !== undefined && isShouted(it, tokens));
  const isValue = isShouted(token, tokens) && own.some(({ item }) => item.link.entry.kind === 'value');
  const phrase = operatorAt(tokens, at);
  const found =
    token.quoted ||
    isValue ||
    (phrase?.length === 1 && isHalfOfWord(tokens, at)) ||
    (isState(token) && phrase?.length === 1) ||
    ((isAcronym || isInName || isAskedThing(token)) && operatorOf(token.word)?.kind === 'filler')
      ? undefined
      : phrase;
  if (found !== undefined && isUnit(found.operator, tokens[at - 1])) {
    steps.push(fillerStep(at));
  } else if (found !== undefined) {
    const { operator, length } = found;
    const isNamedNext = named.has(at + 1) && tokens[at + 1]?.afterBreak === false;
    steps.push(
      plainStep({
        ...{ kind: 'operator', from: at, to: at + length - 1, operator },
        charges:
          operator.kind !== 'filler'
            ? [
                ['operator', 1],
                ...(operator.kind === 'change' && length === 1
                  ? chargesOfChange(tokens, at, own, isNamedNext)
                  : []),
                // "Total amount of" is how many there are only where no amount is called so.
                ...(length > 1 && isWithinName(named, at) ? [['namedFiller', 1] as const] : []),
              ]
            : [
                ['filler', length],
                ...((length === 1 && (things.has(token.lemma) || isNamed(own, at, 0.95))) ||
                // "Kinds of creature" where creatures have a category.
                (length > 1 &&
                  own.some(({ item }) => item.link.quality >= 0.9 && item.link.tokens.length > 1))
                  ? [['namedFiller', isValueOf(own, token) ? 2 : 1] as const]
                  : []),
              ],
      }),
    );
  }
  const isSplit = found !== undefined && found.length > 1 && beginsWithin(named, at, found.length);
  const single = isSplit ? operatorOf(token.word) : undefined;
  if (single !== undefined)
    steps.push(
      plainStep({ kind: 'operator', from: at, to: at, operator: single, charges: [['operator', 1]] }),
    );
  else if (found === undefined || isSplit) {
    const price = number === undefined ? skipPrice(token) : 'number';
    const ignored = isNamed(own, at, 0.78) ? [['ignored', 1] as const] : [];
    steps.push(plainStep({ kind: 'word', from: at, to: at, charges: [[price, 1], ...ignored] }));
  }
  return [...steps, ...own];
}

/** "See-through" is a word of its own, whatever its halves do elsewhere. */
function isHalfOfWord(tokens: readonly Token[], at: number): boolean {
  const joinsNext = (place: number): boolean => {
    const [one, next] = [tokens[place], tokens[place + 1]];
    return (
      one !== undefined &&
      next?.dashed === true &&
      next.start === one.end + 1 &&
      [one, next].every(({ word }) => operatorOf(word) !== undefined)
    );
  };
  return joinsNext(at) || joinsNext(at - 1);
}

/** "Were declined" is done to something, and "declined" may be what became of an offer: neither is a trend before that. */
function chargesOfChange(
  tokens: readonly Token[],
  at: number,
  own: readonly LinkStep[],
  areNamed: boolean,
): readonly (readonly [Price, number])[] {
  const before = tokens[at - 1];
  // "Who declined" are people, who neither rise nor fall.
  const isDone =
    tokens[at]?.word.endsWith('ed') === true && (before?.lemma === 'be' || before?.word === 'who');
  // "How many drivers changed station" counts those who did, and no trend.
  const isAsked = tokens.slice(0, at).some(({ word }) => /^(?:many|which|who)$/.test(word));
  const isDoneTo = tokens[at]?.word === 'changed' && isAsked && areNamed;
  const isKnown = isNamed(own, at, 0.78);
  return [
    ...(isDone || isDoneTo ? [['idle.change', 1] as const] : []),
    ...(isKnown ? [['ignored', 1] as const] : []),
  ];
}

/** Whether a word by itself names something, as surely as that. */
function isNamed(links: readonly LinkStep[], at: number, surely: number): boolean {
  return links.some(
    ({ item: { link } }) => link.tokens.length === 1 && link.tokens[0] === at && link.quality >= surely,
  );
}

/** The "available" flats are rather those than any that there are. */
function isValueOf(links: readonly LinkStep[], { word }: Token): boolean {
  return links.some(
    ({ item: { link } }) =>
      link.entry.kind === 'value' && link.entry.value.toLowerCase() === word && word.length > 4,
  );
}

/** Whether a name of several words begins before a word and ends with it. */
function isWithinName(named: ReadonlyMap<number, readonly LinkStep[]>, at: number): boolean {
  return named
    .values()
    .some((links) =>
      links.some(
        ({ item: { link } }) => link.quality >= 0.95 && link.tokens.length > 1 && link.tokens.at(-1) === at,
      ),
    );
}

function fillerStep(at: number): Step {
  const operator: Operator = { kind: 'filler' };
  return plainStep({ kind: 'operator', from: at, to: at, operator, charges: [['filler', 1]] });
}

/** The percent of "100 percent" asks for no share. */
function isUnit({ kind }: Operator, before: Token | undefined): boolean {
  return kind === 'share' && before !== undefined && parseNumber(before.word) !== undefined;
}

function plainStep(item: Item): Step {
  const key = item.kind === 'word' ? '' : item.kind === 'text' ? `${item.kind} ${item.match.of}` : item.kind;
  return { item, cost: itemCost(item), key, to: item.to + 1, takes: span(item.from, item.to) };
}

/** A step that takes what is named, with the small words inside its name. */
export function linkStep(
  link: Link,
  tokens: readonly Token[],
  { strangers, things, relationLemmas, roles }: Lexicon,
): LinkStep {
  const at = link.tokens[0] ?? 0;
  const last = link.tokens.at(-1) ?? at;
  // Small words inside a name belong to it.
  const inner = span(at + 1, last).filter(
    (it) => !link.tokens.includes(it) && isGlue(tokens[it]?.word ?? ''),
  );
  const member = memberOf(link.entry);
  // "Phone" and "phone number", "email" and "email address", "status" and "status of claim", go on differently.
  const goesOn = link.tokens.slice(1).some((it) => {
    const { word = '', lemma = '' } = tokens[it] ?? {};
    return operatorOf(word)?.kind === 'aggregate' || word === 'address' || relationLemmas.has(lemma);
  });
  const item: LinkStep['item'] = {
    ...{ kind: 'link', from: at, to: last, link },
    charges: [
      ['link', 1],
      ['unlike', 1 - link.quality],
      ...(member !== undefined && strangers.has(member) ? [['stranger', 1] as const] : []),
      ...(member !== undefined && isOtherRole(member, link, tokens, roles) ? [['namesake', 1] as const] : []),
      ...(isThing(link, tokens, things, relationLemmas) ? [['valueOfThing', 1] as const] : []),
    ],
  };
  return {
    item,
    cost: itemCost(item),
    key: `${keyOf(link.entry)}${goesOn ? '+' : ''}`,
    to: at + 1,
    takes: [...link.tokens, ...inner],
  };
}

/** "Contracts" are those that the model knows rather than a type of invoice. */
function isThing(
  { entry, tokens: own }: Link,
  tokens: readonly Token[],
  things: ReadonlySet<string>,
  rows: ReadonlySet<string>,
): boolean {
  const [at = 0, ...more] = own;
  const { word, lemma } = tokens[at] ?? { word: '', lemma: '' };
  const isOther = things.has(lemma) && !rows.has(lemma);
  return entry.kind === 'value' && more.length === 0 && word !== lemma && isOther;
}

function itemCost({ charges }: Item): number {
  return charges.reduce((sum, [price, times]) => sum + weights[price] * times, 0);
}

/** Whether something is named by words inside a phrase of the grammar. */
function beginsWithin(named: ReadonlyMap<number, readonly Step[]>, at: number, length: number): boolean {
  return span(at + 1, at + length - 1).some((place) => (named.get(place)?.length ?? 0) > 0);
}

function isGlue(word: string): boolean {
  return ['of', 'the', 'a', 'an', 'in', 'per', 'and', 'for', 'on', 'to', 'by'].includes(word);
}

function keyOf(entry: Entry): string {
  const name = memberOf(entry)?.name ?? '*';
  return entry.kind === 'value' ? `${name}=${entry.value}` : name;
}
