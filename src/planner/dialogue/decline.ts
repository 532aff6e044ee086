import { asTyped } from '../language/german.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { planTitle } from '../query/wording.ts';
import type { Speech } from '../speech/english.ts';
import { exampleQuestions } from './examples.ts';
import type { Understanding } from './understand.ts';

/** Says what was not understood, and which near questions can be answered. No number is given. */
export function writeDecline(
  unclear: Extract<Understanding, { kind: 'unclear' }>,
  question: string,
  speech: Speech,
): string {
  const { decline } = speech;
  const { reading } = unclear;
  if (reading === undefined) return decline.noRelations;
  const offers = suggestions(reading, speech).map(speech.quoted);
  if (saysNothing(reading) && unclear.unknown.length === 0) return decline.ask(offers);
  const titles = [...unclear.rivals, ...unclear.guesses].map(({ plan }) => planTitle(plan, speech));
  if (unclear.rivals.length > 1) return decline.doYouMean(titles);
  const unknown = [...new Set(unclear.unknown.map((word) => asTyped(word, question)))].map(speech.quoted);
  if (titles.length > 0) {
    const doubt = unknown.length > 0 ? decline.notUnderstood(unknown) : decline.unsure;
    return `${doubt}. ${decline.doYouMean(titles)}`;
  }
  const reason =
    unknown.length > 0 || unclear.missing === undefined
      ? decline.notUnderstood(unknown)
      : decline.doubt(unclear.missing);
  const ends = /\?$/.test(reason) ? '' : decline.noNumber;
  return `${reason}${ends} ${offers.length === 0 ? decline.tryMeasure : decline.examples(offers)}`;
}

/** Questions that can be answered, built from what the reading did find and from the nearest relation. */
function suggestions({ lexicon, quantities, groups }: Reading, speech: Speech): string[] {
  const found = quantities.find((quantity) => quantity.kind === 'measure');
  const asked = groups.find(({ dimension }) => dimension.type !== 'time');
  return exampleQuestions(
    lexicon,
    { measure: found?.kind === 'measure' ? found.measure : undefined, dimension: asked?.dimension },
    speech,
  );
}
