import { isPast } from '../language/doers.ts';
import type { Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { isDeedOfOthers } from '../link/row-deeds.ts';
import type { Draft } from './draft.ts';
import { dimensionOf, operatorOfItem, rightOf } from './scene.ts';
import { known, type Leftover, said } from './skip-price.ts';
import { isDoerNamed, isDoneAt, timeDone } from './value-evidence.ts';
import type { Price } from './weights.ts';
import { endsClause, isAttributive, isTotalled } from './word-beside.ts';

/** Up to a word of the whole that a share is of. */
const asShareOf = /\bas an? (?:share|percentage|proportion|fraction) of [^,.;?]*$/iu;

/** What a word that nothing explains costs as a deed: what is done, when it was done or who did it; undefined where it is none. */
export function leftoverDeed(scene: Draft, at: number, token: Token, base: Price): Leftover | undefined {
  const { items, question, lexicon } = scene;
  const isVerb = kindOf(token) === 'verb';
  const [before, next, after] = [items[at - 1], items[at + 1], items[at + 2]];
  const named = question.tokens[token.index + 1];
  // "How many tickets did Ann close in June", dated by when they were closed.
  const done =
    question.isDated && scene.timeDimension === undefined && named?.word !== 'of'
      ? timeDone(scene, at)
      : undefined;
  scene.timeDimension ??= done;
  if (done !== undefined) return known('repeated');
  // "How many tickets did they open in June", dated by when they were opened.
  if (isDoneAt(scene, at) && (scene.timeDimension ?? lexicon.defaultTime) === lexicon.defaultTime)
    return known('repeated');
  // "Copies returned as a percentage of copies sold" are no share of those returned.
  if (isVerb && asShareOf.test(question.text.slice(0, token.start))) return said('skip.noun');
  // "Revenue of books published in 2026" is not all revenue of that year.
  const strange = before?.kind === 'link' ? dimensionOf(before.link.entry) : undefined;
  const isDated = [next, after].some((it) => it?.kind === 'date');
  if (isVerb && isPast(token.word) && isDated && strange && lexicon.strangers.has(strange))
    return said('skip.noun');
  // "Managed by Kim", who is a manager.
  if (isDoerNamed(scene, at, token)) return known('lightVerb');
  if (!isVerb) return undefined;
  // "How many customers ordered" asks for orders, "premium visits" for no memberships.
  const isOtherThing = [token.lemma, token.root].some(
    (it) => lexicon.things.has(it) && !lexicon.relationLemmas.has(it),
  );
  if (isOtherThing || isDeedOfOthers(token, lexicon)) return said('skip.noun');
  // "For cups, saucers and plates": what stands in a list is a thing, and no verb.
  const listed =
    before?.kind === 'link' && token.afterBreak && operatorOfItem(next, 'and', 'or') !== undefined;
  if (listed && after?.kind === 'link') return said('skip.noun');
  // "How many drivers with a booking have left": what they have done ends the question, and is not the booking.
  if (isPast(token.word) && /^(?:have|has)$/.test(token.before ?? '') && endsHere(items, at))
    return said('skip.noun');
  const isOfNoun =
    named !== undefined && (kindOf(named) === 'noun' || next?.kind === 'link') && isAttributive(token);
  if (endsClause(scene, at) || isTotalled(scene, at) || isOfNoun) return said('modifier');
  // "Are shipped to Texas", "is rated strong buy": what follows says it.
  const isToldNext =
    next?.kind === 'link' ||
    (operatorOfItem(items[rightOf(items, at) ?? at], 'in', 'by', 'of', 'with') !== undefined &&
      after !== undefined &&
      after.kind !== 'date');
  return base === 'skip.participle' && isToldNext ? known('skip.verb') : undefined;
}

/** Whether nothing but small words and dates follows. */
function endsHere(items: Draft['items'], at: number): boolean {
  return items.slice(at + 1).every((it) => operatorOfItem(it, 'filler') !== undefined || it.kind === 'date');
}
