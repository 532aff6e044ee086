import type { MeasureMetadata } from '../../contract/tools.ts';
import { isFillerWord } from '../language/grammar.ts';
import { isCounting, ownLemmas } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { articles, nameLemmas, namePhrases } from '../link/names.ts';
import type { Filter } from '../parse/filter.ts';

/** The only condition that a count is called after, where its name says nothing else: of a value, a flag or a segment. */
export function conditionOf({ cube, relationLemmas }: Lexicon, measure: MeasureMetadata): Filter | undefined {
  const names = namePhrases(measure).map((words) => words.map(({ lemma }) => lemma));
  const rows = ownLemmas(cube);
  const saysNoMore = (lemma: string): boolean =>
    rows.has(lemma) ||
    relationLemmas.has(lemma) ||
    articles.has(lemma) ||
    isCounting(lemma) ||
    isFillerWord(lemma);
  const isCalled = (said: readonly string[]): boolean =>
    said.length > 0 &&
    !said.every((lemma) => rows.has(lemma)) &&
    names.some(
      (name) =>
        said.every((lemma) => name.includes(lemma)) &&
        name.every((lemma) => said.includes(lemma) || saysNoMore(lemma)),
    );
  const own = cube.dimensions.filter((it) => !isJoined(it));
  const found: readonly Filter[] = [
    ...own.flatMap((dimension): Filter[] =>
      dimension.type === 'boolean' &&
      namePhrases(dimension).some((words) => isCalled(words.map(({ lemma }) => lemma)))
        ? [{ kind: 'boolean', dimension, value: true }]
        : (dimension.values ?? [])
            .filter((value) => dimension.type === 'string' && isCalled(nameLemmas(value)))
            .map((value) => ({ kind: 'values', dimension, values: [value], negated: false })),
    ),
    ...cube.segments
      .filter((it) => isCalled(nameLemmas(it.title)))
      .map((segment): Filter => ({ kind: 'segment', segment, negated: false })),
  ];
  const [condition, ...others] = found;
  return others.length === 0 ? condition : undefined;
}
