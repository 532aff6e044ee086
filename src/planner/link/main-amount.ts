import type { CubeMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { memberLemmas } from './entities.ts';

/** What the rows of a trade come to: the first amount of money that adds up; undefined where there is none. */
export function mainAmount({ measures }: CubeMetadata): MeasureMetadata | undefined {
  const sums = measures.filter(({ type }) => type === 'sum');
  return (
    sums.find(({ format }) => format === 'currency') ??
    sums.find(({ synonyms = [] }) => synonyms.includes('revenue'))
  );
}

/** How many pieces the rows of a trade come to; undefined where nothing says so. */
export function mainQuantity({ measures }: CubeMetadata): MeasureMetadata | undefined {
  const sums = measures.filter(({ type }) => type === 'sum');
  return sums.find((measure) => memberLemmas(measure).some((lemma) => pieces.has(lemma)));
}

const pieces: ReadonlySet<string> = new Set(['quantity', 'unit', 'piece', 'qty']);
