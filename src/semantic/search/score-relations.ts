import type { MemberSamples } from './samples.ts';
import type { SearchableRelation } from './searchable-model.ts';
import { closenessTo, type ValueWords, valueWords } from './value-words.ts';
import type { Visibility } from './visibility.ts';
import type { MemberPosition, WordIndex } from './word-index.ts';
import { asksAboutTime } from './words.ts';

export interface Scores {
  /** Relations that match, best first. */
  readonly ranked: readonly SearchableRelation[];
  /** By position of the member. */
  readonly members: Float64Array;
}

/** Relations below this share of the best score say too little of what was asked. */
const cutoff = 0.25;
/** A view is made to be asked; a cube that a view shows comes after it. */
const cubeFactor = 0.8;
const shownCubeFactor = 0.55;
/** What a sample value weighs, between a name and a description. */
const valueWeight = 2.5;
const timeWeight = 0.6;
/** Unknown words of one question that may be mistyped values; each is compared with all values that begin like it. */
const maxTypos = 5;

/**
 * Scores relations by the best place that each word has in them, so that a relation which answers the whole question
 * beats one that answers a part of it twice. Only what the viewer may see takes part.
 */
export function scoreRelations(
  words: readonly string[],
  relations: readonly SearchableRelation[],
  index: WordIndex,
  visibility: Visibility,
  samples: ReadonlyMap<string, MemberSamples> | undefined,
): Scores {
  const totals = new BestScores(relations.length);
  const members = new BestScores(index.memberCount);
  const sampled = samples === undefined ? [] : sampledMembers(index, visibility, samples);
  let typos = 0;
  for (const word of withJoinedPairs(words, index)) {
    for (const near of index.vocabulary.near(word)) {
      const postings = index.postings(near.word);
      if (postings === undefined) continue;
      const factor = near.closeness * postings.rarity;
      for (let i = 0; i < postings.weights.length; i++) {
        const relation = postings.relations[i] ?? 0;
        const member = postings.members[i] ?? -1;
        if (!visibility.shows(relation, member)) continue;
        const score = (postings.weights[i] ?? 0) * factor;
        totals.offer(relation, score);
        if (member !== -1) members.offer(member, score);
      }
    }
    // A word of the model is no typo of a value.
    const maybeTypo = !index.vocabulary.has(word) && typos < maxTypos;
    if (maybeTypo) typos += 1;
    const closeness = closenessTo(word, maybeTypo);
    for (const { relation, member, values } of sampled) {
      const score = valueWeight * closeness(values);
      if (score === 0) continue;
      totals.offer(relation, score);
      members.offer(member, score);
    }
    totals.settle();
    members.settle();
  }
  if (asksAboutTime(words)) addTime(relations, visibility, totals.sums, members.sums);
  return { ranked: rank(relations, totals.sums, visibility), members: members.sums };
}

/** Sums, over all words, of the best score of each word. */
class BestScores {
  readonly sums: Float64Array;
  readonly #best: Float64Array;
  readonly #touched: number[] = [];

  constructor(size: number) {
    this.sums = new Float64Array(size);
    this.#best = new Float64Array(size);
  }

  offer(position: number, score: number): void {
    const known = this.#best[position] ?? 0;
    if (known === 0) this.#touched.push(position);
    if (known < score) this.#best[position] = score;
  }

  /** Ends a word. */
  settle(): void {
    for (const position of this.#touched) {
      this.sums[position] = (this.sums[position] ?? 0) + (this.#best[position] ?? 0);
      this.#best[position] = 0;
    }
    this.#touched.length = 0;
  }
}

/** `order lines` also asks for `orderlines`, where that is a word of the model. */
function withJoinedPairs(words: readonly string[], index: WordIndex): readonly string[] {
  const pairs = words.slice(1).map((word, position) => `${words[position]}${word}`);
  return [...words, ...pairs.filter((pair) => index.vocabulary.has(pair))];
}

function sampledMembers(
  index: WordIndex,
  visibility: Visibility,
  samples: ReadonlyMap<string, MemberSamples>,
): readonly (MemberPosition & { readonly values: ValueWords })[] {
  return [...samples].flatMap(([name, { values }]) => {
    const position = index.find(name);
    if (values === undefined || position === undefined) return [];
    return visibility.shows(position.relation, position.member)
      ? [{ ...position, values: valueWords(values) }]
      : [];
  });
}

function addTime(
  relations: readonly SearchableRelation[],
  visibility: Visibility,
  totals: Float64Array,
  members: Float64Array,
): void {
  for (const { position, members: own } of relations) {
    const total = totals[position] ?? 0;
    if (total === 0) continue;
    for (const member of own) {
      if (member.kind !== 'dimension' || member.metadata.type !== 'time') continue;
      if (!visibility.shows(position, member.position)) continue;
      members[member.position] = (members[member.position] ?? 0) + timeWeight;
      totals[position] = total + timeWeight;
    }
  }
}

function rank(
  relations: readonly SearchableRelation[],
  totals: Float64Array,
  visibility: Visibility,
): readonly SearchableRelation[] {
  const matching = relations.filter(({ position }) => (totals[position] ?? 0) > 0);
  const shownCubes = new Set(
    relations
      .filter(({ position, shownCubes: cubes }) => cubes.length > 0 && visibility.names(position).size > 0)
      .flatMap(({ shownCubes: cubes }) => cubes),
  );
  // The sort is stable: equals stay in model order.
  const scored = matching
    .map((relation) => ({
      relation,
      score: (totals[relation.position] ?? 0) * preference(relation, shownCubes),
    }))
    .sort((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) * cutoff;
  return scored.filter(({ score }) => score >= least).map(({ relation }) => relation);
}

function preference({ relation }: SearchableRelation, shownCubes: ReadonlySet<string>): number {
  if (relation.kind === 'view') return 1;
  return shownCubes.has(relation.name) ? shownCubeFactor : cubeFactor;
}
