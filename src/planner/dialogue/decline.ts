import type { CubeMetadata } from '../../contract/tools.ts';
import { timeOf } from '../parse/figure-time.ts';
import { saysNothing } from '../parse/reading.ts';
import { joined, planTitle } from '../query/wording.ts';
import type { Understanding } from './understand.ts';

/** Says what was not understood, and which near questions can be answered. No number is given. */
export function writeDecline(
  unclear: Extract<Understanding, { kind: 'unclear' }>,
  cubes: readonly CubeMetadata[],
): string {
  if (cubes.length === 0) return 'I found no data that you may see, so I cannot answer this.';
  if (unclear.reading !== undefined && saysNothing(unclear.reading) && unclear.unknown.length === 0) {
    const examples = suggestions(unclear, cubes).map((offer) => `"${offer}"`);
    return `Ask me about your data. I can answer, for example: ${joined(examples, 'or')}.`;
  }
  if (unclear.rivals.length > 1)
    return `Do you mean ${joined(
      unclear.rivals.map(({ plan }) => `"${planTitle(plan)}"`),
      'or',
    )}? You can answer "the first" or "the second".`;
  const reason =
    unclear.unknown.length > 0
      ? `I did not understand ${joined(
          [...new Set(unclear.unknown)].map((word) => `"${word}"`),
          'and',
        )}`
      : (unclear.missing?.replace(/\.$/, '') ?? 'I did not understand the question');
  const ends = /\?$/.test(reason) ? '' : ', so I would rather not give a number.';
  const offers = suggestions(unclear, cubes).map((offer) => `"${offer}"`);
  return `${reason}${ends} ${offers.length === 0 ? 'Try to ask for a measure by a dimension.' : `I can answer, for example: ${joined(offers, 'or')}.`}`;
}

/** Up to three questions that can be answered, built from what the reading did find and from the nearest relation. */
function suggestions(
  { reading }: Extract<Understanding, { kind: 'unclear' }>,
  cubes: readonly CubeMetadata[],
): string[] {
  const cube = reading?.lexicon.cube ?? cubes[0];
  if (cube === undefined) return [];
  const found = reading?.quantities.find((quantity) => quantity.kind === 'measure');
  const measure = found?.kind === 'measure' ? found.measure : cube.measures[0];
  if (measure === undefined) {
    const [dimension] = cube.dimensions;
    return dimension === undefined ? [] : [`List ${dimension.title}`];
  }
  const categories = cube.dimensions.filter((it) => (it.values?.length ?? 0) > 1);
  const grouped =
    reading?.groups.find((group) => group.dimension.type !== 'time')?.dimension ?? categories[0];
  const time =
    reading === undefined
      ? cube.dimensions.find((it) => it.type === 'time')
      : timeOf(reading.lexicon, [{ kind: 'measure', measure }]);
  const offers = [
    grouped === undefined ? measure.title : `${measure.title} by ${grouped.title}`,
    ...(time === undefined ? [] : [`${measure.title} by month`]),
    ...(grouped === undefined ? [] : [`Top 5 ${grouped.title} by ${measure.title}`]),
  ];
  return offers.slice(0, 3);
}
