import type { CubeMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { memberLemmas, titleLemmas } from '../link/entities.ts';
import { unitOf } from '../parse/member-units.ts';
import { membersOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';

/** "How many hours was that?": what was asked before by the amount of its relation that is counted in this unit; undefined where a message says more. */
export function inUnit(earlier: Reading, { tokens }: Question): Reading | undefined {
  const [unit, ...more] = tokens.filter(({ word }) => operatorOf(word) === undefined);
  const phrase = tokens.map(({ word }) => word).join(' ');
  if (unit === undefined || more.length > 0 || !/\bhow (?:many|much) \p{L}+$/u.test(phrase)) return undefined;
  const { cube, relationLemmas } = earlier.lexicon;
  if (relationLemmas.has(unit.lemma)) return undefined;
  const amounts = cube.measures.filter((it) => it.type === 'sum' && isIn(cube, it, unit.lemma));
  const known = new Set(earlier.quantities.flatMap(membersOf).flatMap((it) => titleLemmas(it.title)));
  // Of outages, the outage hours rather than the repair hours.
  const near = amounts.filter((it) => memberLemmas(it).some((lemma) => known.has(lemma)));
  const [amount, ...others] = near.length > 0 ? near : amounts;
  if (amount === undefined || others.length > 0) return undefined;
  return {
    ...earlier,
    quantities: [{ kind: 'measure', measure: amount }],
    ranking: earlier.ranking && { ...earlier.ranking, by: undefined },
    share: undefined,
    shareOf: undefined,
    list: false,
    implied: false,
  };
}

/** Whether a measure is counted in a unit, by its unit or by the last word of its name. */
function isIn(cube: CubeMetadata, measure: MeasureMetadata, unit: string): boolean {
  const [said, own] = [unitSize(unit), unitOf(cube, measure)];
  const isSame = said !== undefined && own?.kind === said.kind && own.size === said.size;
  return isSame || memberLemmas(measure).at(-1) === unit;
}
