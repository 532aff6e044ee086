import type { CubeMetadata } from '../../contract/tools.ts';
import type { Budget } from '../language/budget.ts';
import { isPast } from '../language/doers.ts';
import { operatorOf, ordinals } from '../language/grammar.ts';
import { antonyms, isKindOf } from '../language/lexical.ts';
import { forms, nameWords, type Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { namesBearers } from './bearers.ts';
import { type Entry, isFlag, memberOf } from './entries.ts';
import type { Lexicon } from './lexicon.ts';
import { isSmall, type Link } from './link.ts';
import { isOtherEnd } from './name-links.ts';
import { similarTo } from './similar.ts';
import { stateOf } from './states.ts';

const deniers = /^(un|non|in|dis|not)-?(?=\p{L}{4})/u;

/** A word without what denies it: "paid" of "unpaid"; the word itself where nothing does. */
export function undenied(word: string): string {
  return word.replace(deniers, '').replace(/(?<=\p{L}{4})less$/u, '');
}

/** "inactive", "unpaid": what is named without its prefix, denied. */
export function deniedLinks(
  tokens: readonly Token[],
  lexicon: Lexicon,
  known: readonly Link[],
  budget: Budget,
): Link[] {
  const surest = new Map<number, number>();
  for (const { tokens: own, quality } of known)
    for (const at of own) surest.set(at, Math.max(surest.get(at) ?? 0, quality));
  return tokens.flatMap((token) => {
    const rest = undenied(token.word);
    const surely = surest.get(token.index) ?? 0;
    const opposites = surely > 0.7 ? [] : oppositeLinks(token, lexicon);
    if (opposites.length > 0) return opposites;
    // "Planned vs unplanned downtime" holds both against each other, even where a figure is called unplanned downtime.
    const isHeldAgainst = tokens.some(({ word }) => word === rest);
    if (rest === token.word || (surely > 0.85 && !isHeldAgainst)) return [];
    const bare: Token = { ...token, raw: rest, ...forms(rest), index: 0 };
    const named = [...similarTo(bare, lexicon, budget)].flatMap(([key, degree]) =>
      (lexicon.byKey.get(key) ?? []).flatMap((phrase): Link[] => {
        const { entry } = phrase;
        // "Unanswered" is no state of a buyer that is not known, although to state is to say.
        const isSame = entry.kind !== 'dimension' || entry.dimension.type !== 'string' || degree >= 0.9;
        const may =
          (entry.kind === 'dimension' && entry.dimension.type !== 'number' && isSame) ||
          entry.kind === 'segment';
        const main = phrase.words.filter(({ weight }) => weight > 0.4);
        return may && main.length === 1 && main[0]?.key === key
          ? [{ entry, tokens: [token.index], quality: 0.9 * degree, saysAggregate: false, denied: true }]
          : [];
      }),
    );
    return named.length > 0 ? named : undoneLinks(bare, token.index, lexicon);
  });
}

/** "Unanswered", where a day is described as when somebody answered. */
function undoneLinks({ word, lemma }: Token, at: number, { prose }: Lexicon): Link[] {
  const [entry, ...more] = isPast(word) ? (prose.get(lemma) ?? []) : [];
  if (entry?.kind !== 'dimension' || entry.dimension.type !== 'time' || more.length > 0) return [];
  return [
    { entry, tokens: [at], quality: proseQuality[0], described: true, saysAggregate: false, denied: true },
  ];
}

/** "onshore" where the model knows what is offshore. */
function oppositeLinks(token: Token, lexicon: Lexicon): Link[] {
  return antonyms(token.lemma).flatMap((opposite) =>
    (lexicon.byKey.get(forms(opposite).lemma) ?? []).flatMap((phrase): Link[] => {
      const main = phrase.words.filter(({ weight }) => weight >= 0.4);
      const { entry } = phrase;
      const isBoolean = entry.kind === 'dimension' && entry.dimension.type === 'boolean';
      // Standing water does not run, but what stands still need not be over.
      const isVerb = isBoolean && opposite.endsWith('ing') && stateOf(entry.dimension) !== undefined;
      return isBoolean && !isVerb && main.length === 1 && main[0]?.key === forms(opposite).lemma
        ? [{ entry, tokens: [token.index], quality: 0.86, saysAggregate: false, denied: true }]
        : [];
    }),
  );
}

/** Words that stand for what was named, and name nothing themselves. */
const standIns = new Set('none nothing nobody neither either both other others another'.split(' '));

const proseQuality = [0.75, 0.62, 0.5] as const;
/** Words of a description as the question puts them together. */
const clauseQuality = 0.9;

/** A word that few descriptions contain points at what they describe, unless the model has a name for it. */
export function proseLinks(
  tokens: readonly Token[],
  { prose, things }: Lexicon,
  sure: ReadonlySet<number>,
): Link[] {
  return tokens.flatMap((token) => {
    if (
      sure.has(token.index) ||
      things.has(token.lemma) ||
      isSmall(token) ||
      standIns.has(token.word) ||
      operatorOf(token.lemma) !== undefined ||
      ordinals[token.word] !== undefined ||
      token.word.length < 4
    )
      return [];
    const entries = [...(prose.get(token.lemma) ?? [])].filter((it) => !isOtherEnd(nameOf(it), tokens));
    const found = proseQuality[entries.length - 1];
    if (found === undefined) return [];
    return entries.map((entry): Link => {
      const quality = saysClause(entry, token, tokens)
        ? clauseQuality
        : saysDeed(entry, token, tokens)
          ? proseQuality[0]
          : isFlag(entry)
            ? found * 0.7
            : found;
      return { entry, tokens: [token.index], quality, described: true, saysAggregate: false, denied: false };
    });
  });
}

/** "Took the deposit", where a description says so: what was done as well as to what. */
function saysDeed(entry: Entry, { index }: Token, tokens: readonly Token[]): boolean {
  const verb = tokens[index - (/^(?:an?|the)$/.test(tokens[index - 1]?.word ?? '') ? 2 : 1)];
  if (verb === undefined || kindOf(verb) !== 'verb' || auxiliaries.has(verb.lemma)) return false;
  const told = nameWords(memberOf(entry)?.description ?? '');
  return told.some((word) => forms(word.toLowerCase()).lemma === verb.lemma);
}

/** "Drivers who left", where a time is described as the "day the driver left". */
function saysClause(entry: Entry, { index, lemma, word }: Token, tokens: readonly Token[]): boolean {
  if (entry.kind !== 'dimension' || entry.dimension.type !== 'time' || !isPast(word)) return false;
  const subject = tokens.slice(0, index).findLast((it) => !/^(?:who|that|have|has|had)$/.test(it.word));
  const told = nameWords(entry.dimension.description ?? '').map((it) => forms(it.toLowerCase()).lemma);
  return told.some((it, at) => at > 0 && it === lemma && told[at - 1] === subject?.lemma);
}

const auxiliaries: ReadonlySet<string> = new Set(['be', 'have', 'do', 'get']);

function nameOf(entry: Entry): readonly string[] {
  const member = memberOf(entry);
  return member === undefined ? [] : nameWords(member.title).map((word) => forms(word).lemma);
}

const personal = new Set('person somebody someone anybody anyone everybody everyone'.split(' '));

/** Whether rows are described by what they are called, so that the people of whom that speaks are others. */
function saysOwnName({ title, description = '' }: CubeMetadata): boolean {
  const own = nameWords(title).map((word) => forms(word.toLowerCase()).lemma);
  return nameWords(description).some((word) => {
    const { lemma } = forms(word.toLowerCase());
    return own.includes(lemma) && !isKindOf(lemma, 'person');
  });
}

/** What a relation's description calls its rows, or those that they are about: the clients of calls. */
export function rowLinks(
  tokens: readonly Token[],
  { cube, rowNouns, things, relationLemmas, byKey }: Lexicon,
  sure: ReadonlySet<number>,
): Link[] {
  // "The cinema that a member calls home" is nobody.
  const [first = ''] = rowNouns;
  const ofPeople = isKindOf(first, 'person') && !saysOwnName(cube);
  // Contracts of sites are no sites.
  const isRow = (lemma: string): boolean =>
    rowNouns.has(lemma) && (!things.has(lemma) || relationLemmas.has(lemma)) && !isFigure(lemma);
  // A rate is none of the rows, whatever their description says of rates.
  const isFigure = (lemma: string): boolean =>
    (byKey.get(lemma) ?? []).some(
      ({ entry, words, head }) => entry.kind === 'measure' && words[head]?.key === lemma && lemma === 'rate',
    );
  return tokens.flatMap(({ index, word, lemma }): Link[] => {
    if (sure.has(index) || operatorOf(word) !== undefined) return [];
    const areBearers = !things.has(lemma) && namesBearers(lemma, cube, things);
    if (!areBearers && !isRow(lemma) && !(ofPeople && personal.has(lemma))) return [];
    const quality = areBearers ? 0.9 : 0.8;
    return [{ entry: { kind: 'relation' }, tokens: [index], quality, saysAggregate: false, denied: false }];
  });
}
