import { partsOfSpeech } from '../language/lexical.ts';
import { forms, type Token } from '../language/text.ts';
import { baseVerb } from '../language/word-kind.ts';
import { isJoined } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import type { Link } from './link.ts';
import { type Form, namePhrases } from './names.ts';
import { isDeedOfOthers } from './row-deeds.ts';

/**
 * "How many units did we sell", "how much did the night shift make": sums that are called after what was done, by the participle of
 * its verb ("units sold", "pieces made") or a noun made of it ("production", "earnings").
 */
export function deedLinks(tokens: readonly Token[], lexicon: Lexicon): Link[] {
  const { cube } = lexicon;
  const how = tokens.findIndex(
    ({ word, before }) =>
      (/^(?:many|much)$/.test(word) && before === 'how') || (word === 'what' && before === undefined),
  );
  const did = tokens.findIndex(({ word }, at) => at > how && /^(?:do|does|did)$/.test(word));
  // "What did we make" may as well be a list.
  const isAsked = tokens[how]?.word !== 'what' || tokens.some(({ word }) => /^(?:by|per|each)$/.test(word));
  if (how < 0 || did < 0 || !isAsked || tokens.slice(how, did).some((it, at) => at > 0 && it.afterBreak))
    return [];
  const noun = did > how + 1 ? tokens[did - 1] : undefined;
  const sums = cube.measures.filter(
    (it) => it.type === 'sum' && !isJoined(it) && (noun === undefined || it.format !== 'currency'),
  );
  return (
    tokens
      .slice(did + 2)
      // "How much did Ann pay" asks for payments, where there are some, and for no wages paid.
      .filter((it) => isVerb(it) && !isDeedOfOthers(it, lexicon))
      .flatMap((verb) => {
        // What somebody makes, without a word for what of, may be what they earn.
        const lemmas = verb.lemma === 'make' && noun === undefined ? ['make', 'earn'] : [verb.lemma];
        return sums.flatMap((measure): Link[] => {
          const names = namePhrases(measure);
          if (!names.some((words) => lemmas.some((lemma) => areCalledAfter(words, lemma)))) return [];
          // "How much scrap did we make" asks for scrap.
          const isOther = sums.some(
            (it) => it !== measure && namePhrases(it).some((words) => words.at(-1)?.lemma === noun?.lemma),
          );
          const isOwn = noun !== undefined && names.flat().some(({ lemma }) => lemma === noun.lemma);
          if (isOther && !isOwn) return [];
          return [
            {
              entry: { kind: 'measure', measure },
              tokens: isOwn ? [noun.index, verb.index] : [verb.index],
              ...{ quality: 0.95, saysAggregate: false, denied: false, deed: true },
            },
          ];
        });
      })
  );
}

function isVerb({ word, lemma, before = '' }: Token): boolean {
  return (
    word === lemma &&
    !/^(?:the|a|an|our|my|each|every|by|per)$/.test(before) &&
    partsOfSpeech(lemma).verb > 0.1
  );
}

function areCalledAfter(words: readonly Form[], verb: string): boolean {
  const last = words.at(-1);
  if (last === undefined) return false;
  const isParticiple =
    !/(?:s|ing)$/.test(last.word) && last.word !== verb && [last.lemma, baseVerb(last.word)].includes(verb);
  const isNoun = words.length === 1 && last.lemma !== verb && last.root === forms(verb).root;
  return (isParticiple && words.length > 1) || isNoun;
}
