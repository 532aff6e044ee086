import { isPast } from '../language/doers.ts';
import { kindNouns, operatorOf } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { saysRest } from '../language/remaining.ts';
import { superlativeDirection } from '../language/scales.ts';
import type { Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import type { Price } from './weights.ts';

/** "Orders above average" are not all orders, nor are those that "have none". */
const bounds: ReadonlySet<string> = new Set(['above', 'below', 'over', 'under', 'none']);

/** What a word that nothing explains costs where it stands; undefined where it stays at what taking the question apart has charged. */
export interface Leftover {
  readonly price?: Price;
  /** It is no more than that, whatever the word costs by its kind. */
  readonly atMost?: true;
  /** It may say something. */
  readonly isSaid: boolean;
}

export const said = (price?: Price): Leftover => ({ ...(price && { price }), isSaid: true });
export const known = (price: Price): Leftover => ({ price, isSaid: false });
export const atMost = (price: Price): Leftover => ({ price, atMost: true, isSaid: false });

/** What leaving a word aside costs, whatever is beside it. */
export function skipPrice(token: Token): Price {
  const kind = kindOf(token);
  if (bounds.has(token.word)) return 'skip.noun';
  // "Parts that are out of stock", "machines that are down", unlike "find out".
  if (isState(token)) return 'skip.noun';
  const { before = '' } = token;
  const isOfComing = /^c[ao]m(?:e|es|ing)$/.test(before);
  // What came out did not just come.
  if (token.word === 'out') return isOfComing ? 'skip.noun' : 'lightVerb';
  // "Came back" and "paid back", unlike "back in May"; who "paid everything" did not just pay.
  if (token.word === 'back' && isOfComing) return 'skip.noun';
  if (/^(?:back|everything)$/.test(token.word) && isPast(before)) return 'skip.noun';
  // "What are they called in Danish?" asks for a name.
  if (token.word === 'called' && /^(?:it|they|these|those)$/.test(token.before ?? '')) return 'skip.noun';
  // "Hours left" are not all hours, nor are those that are "still standing" all.
  if (saysRest(token) || (token.before === 'still' && kind !== 'adverb')) return 'skip.noun';
  // "Pays slowest" asks for an order.
  if (kind === 'adverb' && superlativeDirection(token.word) !== undefined) return 'skip.adjective';
  if (kind === 'noun' && kindNouns.has(token.lemma)) return 'skip.kind';
  // The "average discount" is a figure.
  if (/^(?:average|mean|median)$/.test(token.before ?? '') && token.word === token.lemma && kind === 'verb')
    return 'skip.noun';
  // "Does the most visits" says of what there are most.
  if (/^(?:most|fewest)$/.test(token.before ?? '') && token.word !== token.lemma && token.word.endsWith('s'))
    return 'skip.noun';
  // "Shows by year" are no verb.
  if (isLeading(token) && token.word.endsWith('s') && partsOfSpeech(token.lemma).noun > 0.01)
    return 'skip.noun';
  return kind === 'verb' && operatorOf(token.lemma)?.kind === 'filler'
    ? 'lightVerb'
    : kind === 'verb' && isParticiple(token)
      ? 'skip.participle'
      : `skip.${kind}`;
}

/** "Are down", "is still off": how something is, by a word that says nothing elsewhere. */
export function isState({ word, before }: Token): boolean {
  return (
    /^(?:down|up|off|out|back)$/.test(word) &&
    /^(?:is|are|was|were|be|been|still|currently|now)$/.test(before ?? '')
  );
}

/** Whether nothing that does something stands before a word in its other form. */
function isLeading({ index, word, lemma, before }: Token): boolean {
  return word !== lemma && (index === 0 || /^(and|or|of|by|per|with|without|no)$/.test(before ?? ''));
}

/** Whether a word asks for things though it is mostly a verb: "which show", "how many visits". */
export function isAskedThing({ word, before }: Token): boolean {
  const { verb, noun } = partsOfSpeech(word);
  return /^(which|each|every|many)$/.test(before ?? '') && verb > 0.5 && noun > 0.02;
}

/** "Were returned", "are running" and "time to close" say something of the rows. */
function isParticiple({ word, lemma, before }: Token): boolean {
  return (
    (before === 'to' && word === lemma) ||
    (/^(is|are|was|were|been|being|gets?|got|gotten|getting)$/.test(before ?? '') &&
      /(ed|en|wn|nt|ld|pt|ught|ung|ing)$/.test(word))
  );
}
