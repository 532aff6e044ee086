import { asTyped } from '../language/german.ts';
import { timeOf } from '../parse/figure-time.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { planTitle } from '../query/wording.ts';
import type { Speech } from '../speech/english.ts';
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

/** Up to three questions that can be answered, built from what the reading did find and from the nearest relation. */
function suggestions(reading: Reading, { decline, by, grains }: Speech): string[] {
  const { cube } = reading.lexicon;
  const found = reading.quantities.find((quantity) => quantity.kind === 'measure');
  const measure = found?.kind === 'measure' ? found.measure : cube.measures[0];
  if (measure === undefined) {
    const [dimension] = cube.dimensions;
    return dimension === undefined ? [] : [decline.list(dimension.title)];
  }
  const categories = cube.dimensions.filter((it) => (it.values?.length ?? 0) > 1);
  const grouped = reading.groups.find((group) => group.dimension.type !== 'time')?.dimension ?? categories[0];
  const time = timeOf(reading.lexicon, [{ kind: 'measure', measure }]);
  const offers = [
    grouped === undefined ? measure.title : `${measure.title} ${by([grouped.title])}`,
    ...(time === undefined ? [] : [`${measure.title} ${by([grains.month])}`]),
    ...(grouped === undefined ? [] : [decline.top(grouped.title, measure.title)]),
  ];
  return offers.slice(0, 3);
}
