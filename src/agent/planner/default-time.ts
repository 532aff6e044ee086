import type { CubeMetadata, DimensionMetadata } from '../../semantic/metadata.ts';
import { ownerOf } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import { type Form, namePhrases, shortName, timeTails } from './member-phrases.ts';
import type { Quantity } from './reading.ts';
import { remembered } from './remembered.ts';
import { forms, nameWords } from './text.ts';

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
  const scored = times.map((dimension) => ({
    dimension,
    score: Math.max(...namePhrases(dimension).map((words) => timeScore(words, roots))),
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.dimension;
}

/**
 * The time by which figures go: a figure of a joined cube goes by that cube's own, and one that the relation's dates do not
 * date by none.
 */
export function timeOf(
  { cube, defaultTime: usual, relationLemmas }: Lexicon,
  quantities: readonly Quantity[],
): DimensionMetadata | undefined {
  const times = datesOf(quantities);
  const own =
    times === undefined || usual === undefined || times.has(usual.name)
      ? usual
      : defaultTime(
          { ...cube, dimensions: cube.dimensions.filter(({ name }) => times.has(name)) },
          relationLemmas,
        );
  const owners = new Set(
    quantities.map((it) => ownerOf(it.kind === 'measure' ? it.measure.name : it.dimension.name)),
  );
  const [owner] = owners;
  if (owner === undefined || owners.size > 1 || owner === cube.name) return own;
  return joinedTime(cube, owner) ?? own;
}

/** Names of the times that date every one of the figures; undefined when all of the relation's do. */
function datesOf(quantities: readonly Quantity[]): ReadonlySet<string> | undefined {
  const known = quantities.flatMap((it) =>
    it.kind === 'measure' && it.measure.times !== undefined ? [new Set(it.measure.times)] : [],
  );
  const [first, ...others] = known;
  return first && others.reduce<ReadonlySet<string>>((both, it) => both.intersection(it), first);
}

const joinedTimes = remembered((_cube: CubeMetadata) => new Map<string, DimensionMetadata | undefined>());

function joinedTime(cube: CubeMetadata, owner: string): DimensionMetadata | undefined {
  const times = joinedTimes(cube);
  if (!times.has(owner)) {
    const lemmas = nameWords(shortName(owner)).map((word) => forms(word).lemma);
    times.set(owner, defaultTime(cube, new Set(lemmas), owner));
  }
  return times.get(owner);
}

export const beginnings =
  /^(creat|start|open|regist|begin|event|occur|record|transact|book|plac|issu|post|sign|admi|report|join|hire|enrol|launch|found|commission|buil|manufact|construct)/;
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
