import type { CubeMetadata, DimensionMetadata } from '../../semantic/metadata.ts';
import { type Form, namePhrases, timeTails } from './member-phrases.ts';
import { forms } from './text.ts';

/**
 * The time dimension meant when none is named: one that is simply called date, one called after the relation, one that
 * says when a row came into being, or the first.
 */
export function defaultTime(
  cube: CubeMetadata,
  relation: ReadonlySet<string>,
): DimensionMetadata | undefined {
  const roots = new Set([...relation].map((lemma) => forms(lemma).root));
  const times = cube.dimensions.filter((dimension) => dimension.type === 'time');
  const score = (dimension: DimensionMetadata): number =>
    Math.max(...namePhrases(dimension).map((words) => timeScore(words, roots)));
  return times.toSorted((a, b) => score(b) - score(a))[0];
}

export const beginnings =
  /^(creat|start|open|regist|begin|event|occur|record|transact|book|plac|issu|post|sign|admi|report)/;
const laterTimes =
  /^(updat|modif|delet|end|clos|load|sync|import|birth|expir|deliver|ship|discharg|resolv|finish|complet|cancel|due)/;

function timeScore(words: readonly Form[], relationRoots: ReadonlySet<string>): number {
  const own = words.filter((form) => !timeTails.has(form.lemma));
  if (own.length === 0) return 5;
  if (own.every((form) => relationRoots.has(form.root))) return 4;
  if (own.some((form) => laterTimes.test(form.lemma))) return 0;
  if (own.some((form) => relationRoots.has(form.root))) return 3;
  return own.some((form) => beginnings.test(form.lemma)) ? 2 : 1;
}
