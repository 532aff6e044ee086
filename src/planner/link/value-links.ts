import { fold } from '../../english.ts';
import { operatorOf, ordinals } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import type { Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import type { Lexicon } from './lexicon.ts';
import { isAnybody, isShouted, isSmall, type Link } from './link.ts';
import type { Phrase } from './phrases.ts';

/** Links of a value, said in full or by its beginning or end. */
export function orderedLinks(
  phrase: Phrase,
  words: ReadonlyMap<number, ReadonlyMap<string, number>>,
  tokens: readonly Token[],
  lexicon: Lexicon,
): Link[] {
  const found: Link[] = [];
  const all = phrase.words.reduce((sum, { weight }) => sum + weight, 0);
  for (let first = 0; first < phrase.words.length; first += 1) {
    for (const [start, keys] of words) {
      const own: number[] = [];
      let matched = 0;
      let degrees = 0;
      for (let place = first; place < phrase.words.length; place += 1) {
        const { key = '', weight = 0 } = phrase.words[place] ?? {};
        const at = start + place - first;
        const degree = (at === start ? keys : words.get(at))?.get(key);
        if (
          degree === undefined ||
          isAnybody(tokens[at], degree) ||
          (at > start &&
            tokens[at]?.afterBreak === true &&
            weight >= 1 &&
            phrase.words.length < 3 &&
            !wordsOfValue(phrase).includes(','))
        )
          break;
        own.push(at);
        matched += weight;
        degrees += weight * degree;
      }
      if (matched < 0.3) continue;
      const recall = matched / all;
      const degree = degrees / matched;
      // A gas is no "Ga".
      const written = wordsOfValue(phrase);
      const [alone] = own;
      if (/^\p{L}{1,2}$/u.test(written) && own.length === 1 && tokens[alone ?? -1]?.word !== fold(written))
        continue;
      // Nobody says an address in part.
      if (recall < 1 && wordsOfValue(phrase).includes('@')) continue;
      // A function word is no value by itself unless it is written like one.
      const [only] = own;
      const small = own.length === 1 && only !== undefined && isSmall(tokens[only]);
      if (
        small &&
        !(recall === 1 && isAlsoNoun(tokens[only]) && isNamedAt(tokens, only)) &&
        (recall < 1 ||
          !(
            tokens[only]?.quoted === true ||
            tokens[only]?.raw === wordsOfValue(phrase) ||
            phrase.words[0]?.key.startsWith('@') === true
          ) ||
          !isShouted(tokens[only] as Token, tokens))
      )
        continue;
      if (recall < 1 && degree < 0.95) continue;
      // Tables are no OpenTable.
      if (recall < 1 && own.length === 1 && /^\p{L}+$/u.test(written) && isInflected(tokens[only ?? -1]))
        continue;
      if (recall < 1 && own.length === 1 && saysDeed(tokens[only ?? -1], tokens, lexicon)) continue;
      if (only !== undefined && isOtherVoice(tokens[only]?.word, wordsOfValue(phrase))) continue;
      // What is only like a value may be another one that is not listed: a cake is no block.
      const trust = degree < 0.8 ? phrase.trust * 0.7 : phrase.trust;
      const whole = recall >= 0.999;
      const tells =
        only !== undefined &&
        own.length === 1 &&
        degree >= 0.95 &&
        !isSmall(tokens[only]) &&
        ordinals[tokens[only]?.word ?? ''] === undefined &&
        !isPartOfPhrase(tokens[only]?.word ?? '', wordsOfValue(phrase), recall) &&
        lexicon.telling.has(`=${phrase.words[first]?.key ?? ''}`);
      found.push({
        entry: phrase.entry,
        tokens: own,
        quality: whole
          ? trust * degree
          : trust * degree * (tells ? 0.8 : (0.35 + 0.35 * recall) * (first === 0 ? 1 : 0.9)),
        saysAggregate: false,
        denied: false,
      });
    }
  }
  return found;
}

/** "Data workshops" and "in data" may be some, where "the revenue data" is all of it. */
function isNamedAt(tokens: readonly Token[], at: number): boolean {
  const [own, next] = [tokens[at], tokens[at + 1]];
  const before = operatorOf(own?.before ?? '')?.kind;
  return (
    own === undefined ||
    own.word.length > 4 ||
    operatorOf(own.word)?.kind !== 'filler' ||
    (next !== undefined && !next.afterBreak && !isSmall(next)) ||
    (before !== undefined && /^(?:in|of|and|or|not|by|compare)$/.test(before))
  );
}

function isInflected(token: Token | undefined): boolean {
  return token !== undefined && token.word !== token.lemma && token.raw === token.word;
}

/** "Who report to Kim" export no report, and "farms that market in May", "farm markets on": what rows do is no part of a value. */
function saysDeed(verb: Token | undefined, tokens: readonly Token[], { things }: Lexicon): boolean {
  if (verb === undefined || verb.raw !== verb.word) return false;
  const next = tokens[verb.index + 1];
  if (next?.word === 'to' && kindOf(verb) === 'verb') return true;
  const who = /^(?:that|which|who)$/.test(verb.before ?? '')
    ? tokens[verb.index - 2]
    : tokens[verb.index - 1];
  const isOfRows = who !== undefined && things.has(who.lemma) && !verb.afterBreak;
  // "Companies trade on" and "a company trades on", unlike "company trade".
  const isForm = verb.word === verb.lemma ? who?.word !== who?.lemma : verb.word.endsWith('s');
  const isPlaced =
    next !== undefined && !next.afterBreak && /^(?:on|in|at|with|under|through|via)$/.test(next.word);
  return isOfRows && isForm && isPlaced && partsOfSpeech(verb.lemma).verb > 0.2;
}

/** "Returning" customers are not "returned" ones. */
function isOtherVoice(word: string | undefined, value: string | undefined): boolean {
  const voice = (text: string | undefined) => /^\p{L}{3,}(ing|ed)$/iu.exec(text ?? '')?.[1]?.toLowerCase();
  const [said, own] = [voice(word), voice(value)];
  return said !== undefined && own !== undefined && said !== own;
}

/** "Our longest standing client" pays by no standing order, and not every boiler is one that is "boiler not firing". */
function isPartOfPhrase(word: string, value: string, recall: number): boolean {
  const isBeginning = /^\p{L}+(?:ing|ed)$/u.test(word) && value.toLowerCase().startsWith(`${word} `);
  return isBeginning || (recall < 0.5 && /^\p{Ll}/u.test(value));
}

function wordsOfValue({ entry }: Phrase): string {
  return entry.kind === 'value' ? entry.value : '';
}

/** "Lead" is a metal, "single" a marital status, and "declined" an answer: small words that are open-class words, too. */
function isAlsoNoun({ word, lemma } = { word: '', lemma: '' }): boolean {
  const { noun, adjective } = partsOfSpeech(lemma);
  const kind = operatorOf(word)?.kind;
  return (
    kind === 'rank' ||
    (kind === 'change' && word.endsWith('ed')) ||
    (kind === 'filler' && (word.length > 4 ? noun + adjective >= 0.5 : word.length === 4 && noun >= 0.9))
  );
}
