import type { CubeMetadata, DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { remembered } from '../language/remembered.ts';
import { forms } from '../language/text.ts';
import { memberLemmas, ownLemmas } from './entities.ts';
import { isJoined } from './joined-cubes.ts';

/** What the rows of a trade come to: the amount of money that adds up and is named most plainly; undefined where there is none. */
export const mainAmount = remembered((cube: CubeMetadata): MeasureMetadata | undefined => {
  const own = amountAmong(
    cube,
    cube.measures.filter((it) => !isJoined(it)),
  );
  return own ?? amountAmong(cube, cube.measures);
});

/** The rows' own amount comes before that of what they belong to. */
function amountAmong(cube: CubeMetadata, measures: readonly MeasureMetadata[]): MeasureMetadata | undefined {
  const sums = measures.filter(
    (measure) =>
      measure.type === 'sum' &&
      [...memberLemmas(measure), ...(measure.synonyms ?? [])].some((lemma) => traded.has(lemma)),
  );
  const amounts = sums.filter(({ format }) => format === 'currency');
  const called = amounts.filter(({ title, synonyms = [] }) =>
    [title, ...synonyms].some((name) => revenue.test(name)),
  );
  const wholes = (amounts.length > 0 ? amounts : sums).filter(
    (it) => !memberLemmas(it).some((lemma) => parts.has(lemma)),
  );
  const plain = plainAmount(cube);
  const ofRows = measures.filter(({ type, column }) => type === 'sum' && column === plain?.name);
  // "Revenue" rather than "Shipping revenue".
  return [called, plain === undefined ? [] : ofRows, wholes]
    .find(({ length }) => length > 0)
    ?.toSorted((a, b) => qualifiersOf(a).length - qualifiersOf(b).length)[0];
}

/** The money that a row is of, where just one number of it is called no more than that: the amount of a donation, beside its fee. */
export const plainAmount = remembered((cube: CubeMetadata): DimensionMetadata | undefined => {
  const own = ownLemmas(cube);
  const [plain, ...more] = cube.dimensions.filter(
    (it) =>
      it.type === 'number' &&
      it.format === 'currency' &&
      !isJoined(it) &&
      memberLemmas(it).every((lemma) => ofRow.has(lemma) || own.has(lemma) || own.has(forms(lemma).root)),
  );
  return more.length === 0 ? plain : undefined;
});

/** What rows come to that are of money themselves. */
export function amountOfRows(cube: CubeMetadata): MeasureMetadata | undefined {
  return plainAmount(cube) === undefined ? undefined : mainAmount(cube);
}

/** What each thing of a relation is sold for: the only price that it has, or else the only amount of money. */
export const priceOf = remembered(({ dimensions }: CubeMetadata): DimensionMetadata | undefined => {
  const amounts = dimensions.filter(
    (it) => it.type === 'number' && it.format === 'currency' && !isJoined(it),
  );
  const prices = amounts.filter((it) => memberLemmas(it).includes('price'));
  const [only, ...more] = prices.length > 0 ? prices : amounts;
  return more.length === 0 ? only : undefined;
});

const ofRow: ReadonlySet<string> = new Set(['amount', 'total', 'value', 'eur', 'usd', 'gbp', 'chf']);

const revenue = /^(?:total )?(?:revenue|turnover|sales|spend)$/i;
/** What is added to a price or taken off it, or is a part of it. */
const parts: ReadonlySet<string> = new Set(
  'vat tax duty discount rebate shipping freight refund tip deposit outstanding unpaid overdue'.split(' '),
);

/** Whether a number is added to amounts or taken off them, so that it adds up as they do. */
export function isPartOfAmount(dimension: DimensionMetadata): boolean {
  return dimension.format === 'currency' && memberLemmas(dimension).some((lemma) => parts.has(lemma));
}

/** Words of an amount's name that say which amount it is: none of "Revenue", "refund" of "Refund amount". */
export function qualifiersOf(measure: MeasureMetadata): readonly string[] {
  return memberLemmas(measure).filter((lemma) => !traded.has(lemma) && lemma !== 'total');
}

/** What people buy and sell for, unlike what they have or earn. */
const traded: ReadonlySet<string> = new Set(
  'revenue sale turnover amount price spend spending payment proceeds fee charge'.split(' '),
);

/** How many pieces the rows of a trade come to; undefined where nothing says so. */
export const mainQuantity = remembered(({ measures }: CubeMetadata): MeasureMetadata | undefined => {
  const sums = measures.filter(({ type }) => type === 'sum');
  return sums.find((measure) => memberLemmas(measure).some((lemma) => pieces.has(lemma)));
});

const pieces: ReadonlySet<string> = new Set(['quantity', 'unit', 'piece', 'qty']);
