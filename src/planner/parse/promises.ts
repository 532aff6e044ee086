import type { DimensionMetadata } from '../../contract/tools.ts';
import { isPast } from '../language/doers.ts';
import { forms, nameWords } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import { beginnings } from '../link/default-time.ts';
import { doneLate, promisedBy, settledBy } from '../link/lateness.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { timesOf } from '../link/spans.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Filter } from './filter.ts';
import type { Scene } from './scene.ts';

const beings = /^(?:is|are|am|was|were|been|being)$/;

/** "Finished late" is said of what is done, unlike "late orders", of which some are yet to be. */
export function asDone(scene: Scene, at: number, dimension: DimensionMetadata): DimensionMetadata {
  const { items, question, lexicon } = scene;
  const done = doneLate(dimension, lexicon.cube);
  const verb = question.tokens[(items[at]?.from ?? 0) - 1];
  if (done === undefined || verb === undefined || beings.test(verb.word)) return dimension;
  if (!isPast(verb.word) || kindOf(verb) !== 'verb') return dimension;
  // What was shipped late need not have been delivered late.
  const promise = promisedBy(done);
  const isSaid = ({ title }: DimensionMetadata): boolean =>
    nameWords(title).some((word) => forms(word.toLowerCase()).root === verb.root);
  const isOther = timesOf(lexicon.cube).filter(isSaid);
  const isSame = isOther.some(({ name }) => name === promise?.done.name);
  // Nor is what started late done late, whatever of it was.
  if (!isSame && (isOther.length > 0 || beginnings.test(verb.lemma))) charge(scene, 'comparesNothing');
  return done;
}

/** Whether rows would have to be done and not done: "not completed" beside "on time". */
export function areUndone(filters: readonly Filter[]): boolean {
  const promises = filters.flatMap((it) =>
    it.kind === 'boolean' && it.value ? (promisedBy(it.dimension) ?? []) : [],
  );
  const missing = filters.flatMap((it) => (it.kind === 'missing' && !it.negated ? [it.dimension] : []));
  const undone = [
    ...missing,
    ...promises.flatMap(({ is, done }) => (/^(?:open|overdue|not due)$/.test(is) ? [done] : [])),
  ];
  return promises.some(
    ({ is, done }) => /^(?:done late|on time)$/.test(is) && undone.some(({ name }) => name === done.name),
  );
}

/** A share of those on time, or late, is of those of which it is known: what is not done and not yet due may be either. */
export function settledOf(
  { lexicon, quantities }: Draft,
  shareOf: readonly Filter[] | undefined,
): readonly Filter[] {
  const rates = quantities.flatMap((it) =>
    it.kind === 'ratio' && it.part.kind === 'filtered' ? [it.part.where] : [],
  );
  const [settled] = [...(shareOf ?? []), ...rates].flatMap((it) =>
    it.kind === 'boolean' && referenceOf(lexicon.cube, it.dimension) === undefined
      ? (settledBy(it.dimension) ?? [])
      : [],
  );
  return settled === undefined ? [] : [{ kind: 'boolean', dimension: settled, value: true }];
}

/** "When was the most recent booking" is of those that have been, where others are yet to be. */
export function overBy({ lexicon: { lastDay }, quantities, question }: Draft): readonly Filter[] {
  const isPastSaid = question.tokens.some(({ word }) => /^(?:was|were|recent|recently)$/.test(word));
  if (!isPastSaid || lastDay === undefined) return [];
  return quantities.flatMap((it): Filter[] => {
    if (it.kind !== 'aggregate' || it.aggregate !== 'max' || it.dimension.type !== 'time') return [];
    const last = it.dimension.range?.[1].slice(0, 10) ?? '';
    return last > lastDay ? [{ kind: 'missing', dimension: it.dimension, negated: true, done: true }] : [];
  });
}
