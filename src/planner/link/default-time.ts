import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { forms } from '../language/text.ts';
import { ownerOf } from './joined-cubes.ts';
import { type Form, namePhrases, timeTails } from './names.ts';

/**
 * The time dimension meant when none is named: one that is simply called date, one called after the relation, one that
 * says when a row came into being, or the first.
 * @param owner whose dates are meant: the relation itself, or a cube that it joins
 */
export function defaultTime(
  cube: CubeMetadata,
  relation: ReadonlySet<string>,
  owner = cube.name,
): DimensionMetadata | undefined {
  const roots = new Set([...relation].map((lemma) => forms(lemma).root));
  const times = cube.dimensions.filter(
    (dimension) => dimension.type === 'time' && ownerOf(dimension.name) === owner,
  );
  const scored = times.map((dimension) => ({ dimension, score: scoreOf(dimension, roots) }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.dimension;
}

/** A date that some rows do not have leaves them out of every period: one that all have comes first. */
function scoreOf(dimension: DimensionMetadata, roots: ReadonlySet<string>): number {
  const score = Math.max(...namePhrases(dimension).map((words) => timeScore(words, roots)));
  return score > 0 && dimension.gaps !== true ? score + maxTimeScore : score;
}

/** Beginnings of words for how a row comes into being, as in "created at". */
export const beginnings =
  /^(creat|start|open|regist|begin|event|occur|record|transact|book|plac|issu|post|sign|admi|report|join|hire|enrol|launch|found|commission|buil|manufact|construct|since)/;
/** Words for what is over, and how the time is called from which it is. */
export const endings =
  /^(end|cancel|terminat|quit|churn|leav|left|expir|clos|withdr|discontinu|resign|unsubscrib)/;
const laterTimes =
  /^(updat|modif|delet|end|clos|load|sync|import|birth|expir|deliver|ship|discharg|resolv|finish|complet|cancel)/;

const maxTimeScore = 5;

function timeScore(words: readonly Form[], relationRoots: ReadonlySet<string>): number {
  const own = words.filter((form) => !timeTails.has(form.lemma));
  if (own.length === 0) return maxTimeScore;
  if (own.every((form) => relationRoots.has(form.root))) return 4;
  if (own.some((form) => laterTimes.test(form.lemma))) return 0;
  // When something is due is known of all of them, unlike when it was done.
  if (own.some(({ lemma }) => lemma === 'due')) return 0.5;
  if (own.some((form) => relationRoots.has(form.root))) return 3;
  return own.some((form) => beginnings.test(form.lemma)) ? 2 : 1;
}

/** The times of a relation's rows, or of those of a cube that it joins, that say when they were over. */
export function endsOf({ dimensions }: CubeMetadata, owner: string): readonly DimensionMetadata[] {
  return dimensions.filter(
    (it) =>
      it.type === 'time' &&
      ownerOf(it.name) === owner &&
      namePhrases(it).some((words) => words.some(({ lemma }) => endings.test(lemma))),
  );
}
