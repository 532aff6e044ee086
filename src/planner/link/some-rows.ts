import type { MeasureMetadata } from '../../contract/tools.ts';
import type { Token } from '../language/text.ts';
import { isCounting } from './entities.ts';
import { isJoined } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import type { Link } from './link.ts';
import { articles, nameLemmas, namePhrases } from './names.ts';

/** Whether a measure counts some of the rows, by its name: "Open jobs", unlike all of a thing that the model has rows of. */
export function countsSome({ rowCount, things, relationLemmas }: Lexicon, measure: MeasureMetadata): boolean {
  const isAll = (lemma: string): boolean =>
    things.has(lemma) || relationLemmas.has(lemma) || articles.has(lemma) || isCounting(lemma);
  return (
    measure.type === 'count' &&
    rowCount !== undefined &&
    measure !== rowCount &&
    !isJoined(measure) &&
    !nameLemmas(measure.title).every(isAll)
  );
}

/** Whether nothing but the rows is said of what counts some of them: "orders on hold" are no completed orders. */
export function saysRowsAlone(
  { entry, tokens: own }: Link,
  tokens: readonly Token[],
  lexicon: Lexicon,
): boolean {
  const isRow = (lemma: string | undefined): boolean => lexicon.relationLemmas.has(lemma ?? '');
  return (
    entry.kind === 'measure' &&
    countsSome(lexicon, entry.measure) &&
    own.every((at) => isRow(tokens[at]?.lemma)) &&
    !namePhrases(entry.measure).some((name) => name.every(({ lemma }) => isRow(lemma)))
  );
}
