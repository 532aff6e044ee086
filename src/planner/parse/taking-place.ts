import { isKindOf } from '../language/lexical.ts';
import { isStatus, tookPlace } from '../link/lasting.ts';
import { nameLemmas } from '../link/names.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Filter } from './filter.ts';
import { metAt } from './people.ts';
import { isCountOf } from './quantity.ts';

const takesPlace = /\b(?:took|taken) place\b|\b(?:went|gone) ahead\b|\bdid .* (?:take place|go ahead)\b/iu;
const isDenied = /\b(?:not|never|no)\b|n[’']t\b/iu;

/**
 * "How many lessons took place", "how many pupils did we see": only those that did, where a status tells them from those that were
 * cancelled or missed. Charges where it does not say which did.
 */
export function thoseThatTookPlace(draft: Draft, filters: readonly Filter[]): readonly Filter[] {
  const { question, quantities, lexicon } = draft;
  const { cube } = lexicon;
  const isOfRows = takesPlace.test(question.message) && quantities.some(isCountOf);
  if ((!isOfRows && !countsMet(draft)) || isDenied.test(question.message)) return [];
  const place = tookPlace(cube, cube.name);
  const isSaid = filters.some((it) => it.kind === 'values' && isStatus(it.dimension));
  if (place === undefined || isSaid) return [];
  if (place.values.length === 0) charge(draft, 'unrestricted');
  return place.values.length === 0
    ? []
    : [{ kind: 'values', dimension: place.status, values: place.values, negated: false }];
}

/** Whether people are counted who came to be there, or were seen, by the rows that say so. */
function countsMet({ question, quantities }: Draft): boolean {
  const [only, ...more] = quantities;
  if (only?.kind !== 'aggregate' || only.aggregate !== 'distinct' || more.length > 0) return false;
  const { title } = only.dimension;
  const arePeople = nameLemmas(title).some((lemma) => isKindOf(lemma, 'person'));
  return arePeople && metAt(question) !== undefined;
}
