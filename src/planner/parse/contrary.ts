import type { MeasureMetadata } from '../../contract/tools.ts';
import { antonyms } from '../language/lexical.ts';
import { forms, nameWords } from '../language/text.ts';
import { undenied } from '../link/indirect-links.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { nameLemmas, namePhrases } from '../link/names.ts';
import { countsSome } from '../link/some-rows.ts';
import type { Draft } from './draft.ts';
import type { Filter } from './filter.ts';
import { membersOf } from './quantity.ts';

/** Whether a figure is of some rows of which none meets a condition: unplanned downtime that was planned. */
export function areContrary({ quantities, lexicon }: Draft, filters: readonly Filter[]): boolean {
  const measures = quantities.flatMap(membersOf);
  return lexicon.cube.measures.some(
    (it) => measures.includes(it) && filters.some((filter) => isContrary(lexicon, it, filter)),
  );
}

/** Whether a condition leaves out what a measure is called after, or asks for what its name denies. */
function isContrary(lexicon: Lexicon, measure: MeasureMetadata, filter: Filter): boolean {
  const { title } = measure;
  const said = new Set(nameLemmas(title));
  const isCalled = (lemmas: readonly string[]): boolean => lemmas.every((lemma) => said.has(lemma));
  const opposites = new Set(
    nameWords(title).flatMap((word) => {
      const rest = undenied(word.toLowerCase());
      const { lemma } = forms(word.toLowerCase());
      return [...antonyms(lemma), ...(rest === word.toLowerCase() ? [] : [rest, forms(rest).lemma])];
    }),
  );
  const isDenied = ([only, ...more]: readonly string[]): boolean =>
    only !== undefined && more.length === 0 && opposites.has(only);
  // An amount may be called after what was done to a part of it: the paid amount of invoices that are not paid.
  const isCount = countsSome(lexicon, measure);
  if (filter.kind === 'boolean') {
    const names = namePhrases(filter.dimension).map((words) => words.map(({ lemma }) => lemma));
    return filter.value ? names.some(isDenied) : isCount && names.some(isCalled);
  }
  if (filter.kind !== 'values') return false;
  const values = filter.values.map(nameLemmas);
  if (filter.negated) return isCount && values.some(isCalled);
  return values.every(isDenied) || (isCount && isOfOtherValue(title, filter));
}

/** Whether a condition asks for another value than the one that a figure is called after. */
export function isOfOtherValue(title: string, filter: Filter): boolean {
  if (filter.kind !== 'values' || filter.negated) return false;
  const { dimension, values } = filter;
  const words = new Set(nameLemmas(title));
  const isCalled = (value: string): boolean => nameLemmas(value).every((lemma) => words.has(lemma));
  return (
    dimension.values?.some((it) => !values.includes(it) && isCalled(it)) === true && !values.some(isCalled)
  );
}

/** Whether two conditions cannot both hold of a row, as they are called: "incoming transfers" and "outgoing transfers". */
export function excludeEachOther(one: Filter, other: Filter): boolean {
  const [names, others] = [one, other].map(namesOfFlag);
  if (names?.some((name) => others?.some((it) => areOpposed(name, it))) === true) return true;
  return isOpposedValue(one, others ?? []) || isOpposedValue(other, names ?? []);
}

/** Whether a value is the opposite of what is said to be so of rows: "incoming" of "outgoing transfers". */
function isOpposedValue(filter: Filter, names: readonly (readonly string[])[]): boolean {
  if (filter.kind !== 'values' || filter.negated) return false;
  return filter.values.map(nameLemmas).every(([value = '', ...more]) => {
    const opposites = antonyms(value);
    const isOpposed = names.some(
      (name) => !name.includes(value) && name.some((lemma) => opposites.includes(lemma)),
    );
    return more.length === 0 && isOpposed;
  });
}

/** The names of what is said to be so of rows, each as lemmas. */
function namesOfFlag(filter: Filter): readonly (readonly string[])[] {
  const member =
    filter.kind === 'segment' && !filter.negated
      ? filter.segment
      : filter.kind === 'boolean' && filter.value
        ? filter.dimension
        : undefined;
  return member === undefined ? [] : namePhrases(member).map((words) => words.map(({ lemma }) => lemma));
}

/** Whether names are the same but for a word that is the opposite of the other's. */
function areOpposed(name: readonly string[], other: readonly string[]): boolean {
  const [own, ...more] = name.filter((lemma) => !other.includes(lemma));
  const [theirs, ...others] = other.filter((lemma) => !name.includes(lemma));
  if (own === undefined || theirs === undefined || more.length + others.length > 0) return false;
  return antonyms(own).includes(theirs) || antonyms(theirs).includes(own);
}
