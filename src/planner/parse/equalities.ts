import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isOfRows } from '../link/entries.ts';
import { charge } from './charges.ts';
import type { Condition } from './filter.ts';
import { isLimitBehind } from './limit.ts';
import { negationOf } from './negation.ts';
import {
  afterBreak,
  isKindNoun,
  leadOf,
  leftOf,
  linkAt,
  onlyBetween,
  operatorOfItem,
  type Scene,
  use,
} from './scene.ts';

/** "category 3 or 7", "with 4 doors": a bare number next to what it is a value of. */
export function readEqualities(scene: Scene): Condition[] {
  const found = new Map<DimensionMetadata, Equality>();
  let last: { at: number; dimension: DimensionMetadata } | undefined;
  const add = (dimension: DimensionMetadata, at: number, value: number, negated = false): void => {
    const known = found.get(dimension);
    if (known === undefined) {
      found.set(dimension, { at, last: at, values: [value], negated, apart: false });
      return;
    }
    // "Category 3 versus category 6".
    const joints = scene.items
      .slice(known.last, at)
      .flatMap((item) => (item.kind === 'operator' ? [item.operator.kind] : []));
    if (known.negated !== negated || !joints.some((it) => joining.has(it))) charge(scene, 'unused');
    known.values.push(value);
    known.apart ||= joints.includes('and');
    known.last = at;
  };
  for (const [at, item] of scene.items.entries()) {
    if (item.kind !== 'number' || scene.used.has(at) || isLimitBehind(scene, at)) continue;
    const next = linkAt(scene, at + 1)?.entry;
    // "Grade 1 or 2 stoves" has two numbers of two things.
    const isOfNext =
      next?.kind === 'dimension' && next.dimension.type === 'number' && !afterBreak(scene, at + 1);
    if (last !== undefined && !isOfNext && onlyBetween(scene, last.at, at, ['or', 'and', 'compare'])) {
      found.get(last.dimension)?.values.push(item.value);
      use(scene, at);
      last = { at, dimension: last.dimension };
      continue;
    }
    const lead = leadOf(scene, at);
    const right = at + 1;
    const counted = linkAt(scene, right)?.entry;
    // "have 177 neutrons", "took 7 days to ship", but not "the 5 largest".
    if (
      counted?.kind === 'dimension' &&
      counted.dimension.type === 'number' &&
      !isIdentifier(counted.dimension) &&
      lead.modifiers.length === 0 &&
      (lead.cue?.kind === 'with' ||
        lead.cue?.kind === 'of' ||
        scene.items[at - 1]?.kind === 'word' ||
        isCompound(scene, right) ||
        isNamedAround(scene, lead.cue?.at, counted.dimension))
    ) {
      use(scene, at, right, lead.cue?.kind === 'with' || lead.cue?.kind === 'of' ? lead.cue.at : undefined);
      add(counted.dimension, right, item.value);
      continue;
    }
    const beside = leftOf(scene.items, at);
    const named =
      beside !== undefined && (operatorOfItem(scene.items[beside], 'of') !== undefined || isTo(scene, beside))
        ? leftOf(scene.items, beside)
        : beside;
    // "A light level of 15".
    const left = named !== undefined && isKindNoun(scene, named) ? leftOf(scene.items, named) : named;
    const link = left === undefined ? undefined : linkAt(scene, left);
    const key = named === beside ? keyNamed(scene, left, at) : undefined;
    if (left !== undefined && key !== undefined) {
      use(scene, at, left);
      add(key, left, item.value);
      continue;
    }
    if (left === undefined || link?.entry.kind !== 'dimension' || link.entry.dimension.type !== 'number')
      continue;
    const { cue } = leadOf(scene, left);
    if (cue !== undefined && ['by', 'per', 'each'].includes(cue.kind)) continue;
    // The number of a row is named as such.
    if (isIdentifier(link.entry.dimension) && link.quality < 0.95) continue;
    use(scene, at, left, beside);
    const { dimension } = link.entry;
    add(dimension, left, item.value, negationOf(scene, left));
    last = { at, dimension };
  }
  charge(scene, 'link', found.size);
  return [...found].map(([dimension, { at, values, negated, apart }]) => ({
    at,
    filter: { kind: 'number', dimension, operator: negated ? '<>' : '=', values, apart },
  }));
}

interface Equality {
  readonly at: number;
  last: number;
  readonly values: number[];
  readonly negated: boolean;
  apart: boolean;
}

const joining: ReadonlySet<string> = new Set(['and', 'or', 'compare', 'than', 'with']);

/** "Claim 512": the key of the row that is named before a whole number. */
function keyNamed(scene: Scene, left: number | undefined, at: number): DimensionMetadata | undefined {
  const { lexicon, items, question } = scene;
  const item = items[at];
  const entry = left === undefined ? undefined : linkAt(scene, left)?.entry;
  const isRow = isOfRows(entry, lexicon);
  const [own, next] = [question.tokens[items[left ?? -1]?.to ?? -1], question.tokens[item?.from ?? -1]];
  const isOne =
    own !== undefined && own.word === own.lemma && next?.index === own.index + 1 && !next.afterBreak;
  if (!isRow || !isOne || item?.kind !== 'number' || !Number.isSafeInteger(item.value)) return undefined;
  // What has a name is called by that.
  const key = entityDimension(lexicon.cube);
  return key?.primaryKey === true && key.type === 'number' ? key : undefined;
}

/** "4 star hotels", "the 3 bedroom ones": a singular behind a number and before a noun is no count. */
function isCompound({ items, question }: Scene, at: number): boolean {
  const own = question.tokens[items[at]?.to ?? -1];
  const next = question.tokens[(items[at]?.to ?? -1) + 1];
  const after = items[at + 1];
  return (
    own !== undefined &&
    own.word === own.lemma &&
    next !== undefined &&
    !next.afterBreak &&
    (/^ones?$/.test(next.word) || (after?.kind === 'link' && after.from === next.index))
  );
}

/** "Sampled in 6 regions" of the sampled regions; uses the word before up. */
function isNamedAround(scene: Scene, cue: number | undefined, dimension: DimensionMetadata): boolean {
  const before = cue === undefined ? undefined : leftOf(scene.items, cue);
  const entry = before === undefined ? undefined : linkAt(scene, before)?.entry;
  if (entry?.kind !== 'dimension' || entry.dimension !== dimension) return false;
  use(scene, before, cue);
  return true;
}

/** "Items that stack to 16", "people with their notice at 5": what the things named before are set to. */
function isTo({ items, question }: Scene, at: number): boolean {
  const named = items.slice(0, at).filter(({ kind }) => kind === 'link');
  return named.length > 1 && /^(to|at)$/.test(question.tokens[items[at]?.from ?? -1]?.word ?? '');
}
