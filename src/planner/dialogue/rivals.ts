import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isJoined, roleOf } from '../link/joined-cubes.ts';
import { keyOf } from '../link/keys.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import type { Filter } from '../parse/filter.ts';
import { isCountOf, quantityKey } from '../parse/quantity.ts';
import type { Plan } from '../query/plan.ts';
import type { PlannedGroup } from '../query/planned-groups.ts';
import { filterWords, planTitle, quantityTitle } from '../query/wording.ts';
import { english } from '../speech/english.ts';

/** For titles that are compared, not read. */
const plain = english();

/**
 * Whether two plans would give answers that contradict each other, so that it matters which one was meant. One that only shows
 * more than another, or says it by other names, does not contradict it.
 */
export function contradict(plan: Plan, other: Plan): boolean {
  return (
    planTitle(plan) !== planTitle(other) &&
    !isShownBy(plan, other) &&
    !isShownBy(other, plan) &&
    !isByKey(other, plan) &&
    !isOfSameThings(plan, other) &&
    !isOtherwiseDefined(plan, other) &&
    !isMeanBeside(plan, other) &&
    !isListedThere(plan, other) &&
    !isCountBeside(plan, other) &&
    !isOfRowsThemselves(plan, other)
  );
}

/** Whether a plan says all that another says, and something more precise: it leaves less of the question aside. */
export function isSharper(plan: Plan, than: Plan): boolean {
  if (!haveSameScope(plan, than)) return false;
  const own = new Set(plan.filters.map(wordsOf));
  const other = new Set(than.filters.map(wordsOf));
  const narrows = own.size > other.size && [...other].every((it) => own.has(it));
  const sameFigures = sameSet(keysOf(plan), keysOf(than));
  if (narrows)
    return (
      sameFigures &&
      sameSet(groupsOf(plan), groupsOf(than)) &&
      !plan.filters.some((it) => repeatsGroup(it, plan))
    );
  // "The highest cholesterol food" is shown with its cholesterol.
  return (
    sameSet([...own], [...other]) &&
    sameSet(figuresOf(plan), figuresOf(than)) &&
    than.groups.length < plan.groups.length &&
    groupsOf(than).every((it) => groupsOf(plan).includes(it)) &&
    than.ranking === undefined &&
    plan.ranking?.limit === 1
  );
}

/** Whether a condition says no more than the name of what a plan is split by: "by project manager", which is a job title, too. */
function repeatsGroup(filter: Filter, { groups }: Plan): boolean {
  const said = saidBy(filter).map((it) => nameLemmas(it).join(' '));
  return groups.some(({ dimension }) => said.includes(nameLemmas(dimension.title).join(' ')));
}

/** Whether what a plan lists or computes is among what another does for the same rows. */
function isShownBy(plan: Plan, other: Plan): boolean {
  if (!haveSameScope(plan, other) || filterWords(plan.filters) !== filterWords(other.filters)) return false;
  if (other.quantities.length === 0) {
    const counts =
      plan.groups.length === 0 && plan.quantities.length === 1 && plan.quantities.every(isCountOf);
    const shown = new Set(groupsOf(other));
    const listed =
      plan.quantities.length === 0 &&
      plan.groups.every((group) => isIdentifier(group.dimension) || shown.has(groupKey(group)));
    return counts || listed;
  }
  const computed = new Set(keysOf(other));
  return (
    plan.quantities.length > 0 &&
    sameSet(groupsOf(plan), groupsOf(other)) &&
    plan.ranking?.limit === other.ranking?.limit &&
    (keysOf(plan)[0] === keysOf(other)[0] || areRankedAlike(plan, other)) &&
    keysOf(plan).every((key) => computed.has(key))
  );
}

function areRankedAlike({ ranking }: Plan, { ranking: other }: Plan): boolean {
  if (ranking?.by === undefined || other?.by === undefined) return false;
  return quantityKey(ranking.by) === quantityKey(other.by) && ranking.direction === other.direction;
}

/** Whether two plans are about the same rows, but for their filters, and compute nothing from their figures. */
function haveSameScope(plan: Plan, other: Plan): boolean {
  const scopeOf = ({ cube, time, share, shareOf, change, running, meanOver, having }: Plan): string =>
    JSON.stringify([
      cube.name,
      time?.dimension.name,
      time?.periods,
      time?.weekdays,
      time?.dayTime,
      share,
      shareOf,
      change,
      running,
      meanOver,
      having,
    ]);
  return scopeOf(plan) === scopeOf(other);
}

/**
 * Whether a figure of the model is called so, be it by a condition, as what another plan restricts: "active subscriptions" and
 * "billable hours" are those that the model calls so.
 */
function isOtherwiseDefined(plan: Plan, other: Plan): boolean {
  const [figure, ...more] = plan.quantities;
  const [restricted, ...others] = other.quantities;
  if (figure?.kind !== 'measure' || restricted?.kind !== 'measure' || more.length + others.length > 0)
    return false;
  if (figure.measure === restricted.measure || plan.cube.name !== other.cube.name) return false;
  const named = nameLemmas(figure.measure.title);
  const areCounts = isCountOf(figure) && isCountOf(restricted);
  const areSums = figure.measure.type === 'sum' && restricted.measure.type === 'sum';
  const restrictedName = nameLemmas(restricted.measure.title).filter((it) => operatorOf(it) === undefined);
  if (!areCounts && !(areSums && restrictedName.every((it) => named.includes(it)))) return false;
  const kept = new Set(plan.filters.map(wordsOf));
  const [further, ...rest] = other.filters.filter((it) => !kept.has(wordsOf(it)));
  const names = saidBy(further).flatMap(nameLemmas);
  return rest.length === 0 && names.length > 0 && names.every((lemma) => named.includes(lemma));
}

/** The names that a condition is said by, unless it is denied. */
function saidBy(filter: Filter | undefined): readonly string[] {
  if (filter?.kind === 'values' && !filter.negated) return filter.values;
  if (filter?.kind === 'boolean' && filter.value) return [filter.dimension.title];
  if (filter?.kind === 'segment' && !filter.negated) return [filter.segment.title];
  return [];
}

/** Whether a plan has the mean of what another has the highest or lowest of, which nobody has asked for: "response time by team". */
function isMeanBeside(plan: Plan, other: Plan): boolean {
  const [mean, ...more] = plan.quantities;
  const [extreme, ...others] = other.quantities;
  return (
    mean?.kind === 'measure' &&
    extreme?.kind === 'measure' &&
    more.length + others.length === 0 &&
    mean.measure.type === 'avg' &&
    /^(?:max|min)$/.test(extreme.measure.type) &&
    mean.measure.column !== undefined &&
    mean.measure.column === extreme.measure.column &&
    haveSameScope(plan, other) &&
    filterWords(plan.filters) === filterWords(other.filters) &&
    sameSet(groupsOf(plan), groupsOf(other))
  );
}

/**
 * Whether another plan only counts what a plan lists, which says how many there are, too, or counts names where a plan counts
 * the rows that have them.
 */
function isCountBeside(plan: Plan, other: Plan): boolean {
  const [count, ...more] = other.quantities;
  if (count === undefined || more.length > 0 || !isCountOf(count)) return false;
  const shown = new Set(groupsOf(plan));
  if (plan.quantities.length === 0)
    return (
      shown.size > 0 &&
      groupsOf(other).every((it) => shown.has(it)) &&
      sameSet(plan.filters.map(ownWordsOf), other.filters.map(ownWordsOf))
    );
  return (
    count.kind === 'aggregate' &&
    count.dimension === entityDimension(plan.cube) &&
    plan.quantities.every(isCountOf) &&
    haveSameScope(plan, other) &&
    filterWords(plan.filters) === filterWords(other.filters) &&
    sameSet(groupsOf(plan), groupsOf(other))
  );
}

/** Whether another plan lists the same things from rows that only refer to them: policies, and the policies of claims. */
function isListedThere(plan: Plan, other: Plan): boolean {
  return (
    plan.quantities.length + other.quantities.length === 0 &&
    plan.groups.length > 0 &&
    plan.cube.name !== other.cube.name &&
    plan.groups.every(({ dimension }) =>
      other.groups.some((it) => it.dimension.name === `${other.cube.name}.${dimension.name}`),
    )
  );
}

/** Whether a plan differs from another only in that it asks a value of the rows themselves: open claims are no claims with an open invoice. */
function isOfRowsThemselves(plan: Plan, other: Plan): boolean {
  if (!haveSameScope(plan, other) || plan.filters.length !== other.filters.length) return false;
  if (!sameSet(groupsOf(plan), groupsOf(other)) || !sameSet(keysOf(plan), keysOf(other))) return false;
  const changed = plan.filters.flatMap((it, at) => {
    const its = other.filters[at];
    return its === undefined || wordsOf(it) === wordsOf(its) ? [] : [[it, its] as const];
  });
  const [[own, its] = []] = changed;
  return (
    changed.length === 1 &&
    own?.kind === 'values' &&
    its?.kind === 'values' &&
    own.negated === its.negated &&
    own.values.join() === its.values.join() &&
    !isJoined(own.dimension) &&
    isJoined(its.dimension)
  );
}

/** Whether a plan tells things apart by keys where another does by the names of the same things. */
function isByKey(plan: Plan, other: Plan): boolean {
  const apart = ({ groups, meanOver }: Plan) => (meanOver === undefined ? groups : [...groups, meanOver]);
  const keys = (of: Plan): number => apart(of).filter(({ dimension }) => isIdentifier(dimension)).length;
  return apart(plan).length === apart(other).length && keys(plan) > keys(other);
}

/** Whether two plans put together or count the same things, be it by their names or by the keys that tell these apart. */
function isOfSameThings(plan: Plan, other: Plan): boolean {
  const byKeys = (it: Plan): Plan => {
    const keyed = (dimension: DimensionMetadata): DimensionMetadata => keyOf(it.cube, dimension) ?? dimension;
    return {
      ...it,
      meanOver: it.meanOver && { ...it.meanOver, dimension: keyed(it.meanOver.dimension), key: undefined },
      quantities: it.quantities.map((quantity) =>
        quantity.kind === 'aggregate' && quantity.aggregate === 'distinct'
          ? { ...quantity, dimension: keyed(quantity.dimension) }
          : quantity,
      ),
    };
  };
  const [one, two] = [byKeys(plan), byKeys(other)];
  return (
    haveSameScope(one, two) &&
    filterWords(one.filters) === filterWords(two.filters) &&
    sameSet(groupsOf(one), groupsOf(two)) &&
    sameSet(keysOf(one), keysOf(two))
  );
}

/** Whether a plan is the same as another by the names of things whose keys that one shows: nobody asks for numbers of members. */
export function namesKeyed(plan: Plan, other: Plan): boolean {
  return (
    isByKey(other, plan) &&
    haveSameScope(plan, other) &&
    filterWords(plan.filters) === filterWords(other.filters) &&
    sameSet(keysOf(plan), keysOf(other)) &&
    plan.groups.every(
      ({ dimension, grain }, at) =>
        grain === other.groups[at]?.grain &&
        ([dimension, keyOf(plan.cube, dimension)].includes(other.groups[at]?.dimension) ||
          isNamed(plan.cube, dimension, other.groups[at]?.dimension)),
    )
  );
}

/** Whether a dimension has the names of things whose key rows refer to them by. */
function isNamed(
  cube: CubeMetadata,
  name: DimensionMetadata,
  reference: DimensionMetadata | undefined,
): boolean {
  const key = keyOf(cube, name);
  return (
    key !== undefined &&
    reference !== undefined &&
    isJoined(key) &&
    !isJoined(reference) &&
    roleOf(name) === undefined &&
    shortName(key.name) === shortName(reference.name)
  );
}

function wordsOf(filter: Filter): string {
  return filterWords([filter]);
}

/** A condition without the name of the cube that it is joined from: "Country" of titles, and "Title Country" of what refers to them. */
function ownWordsOf(filter: Filter): string {
  if (filter.kind === 'values') return `${filter.negated} ${filter.values.join()}`;
  return 'dimension' in filter
    ? `${filter.kind} ${shortName(filter.dimension.name)} ${JSON.stringify('values' in filter ? filter.values : '')}`
    : wordsOf(filter);
}

/** Each figure by what it computes, be it a measure or not, where that is known. */
function figuresOf({ quantities, cube }: Plan): string[] {
  return quantities.map((it) => {
    if (it.kind === 'measure' && it.measure.column !== undefined)
      return `${it.measure.type} ${shortName(it.measure.column)}`;
    return it.kind === 'aggregate'
      ? `${it.aggregate} ${shortName(it.dimension.name)}`
      : quantityTitle(it, cube, plain);
  });
}

function keysOf({ quantities }: Plan): string[] {
  return quantities.map(quantityKey);
}

/** What a plan is split by, but for what a condition leaves one value of. */
function groupsOf({ groups, filters, quantities, share }: Plan): string[] {
  const isOne = ({ dimension, grain }: PlannedGroup): boolean =>
    grain === undefined &&
    filters.some(
      (it) => it.kind === 'values' && !it.negated && it.values.length === 1 && it.dimension === dimension,
    );
  return groups.filter((it) => quantities.length === 0 || share !== undefined || !isOne(it)).map(groupKey);
}

function groupKey({ dimension, grain }: PlannedGroup): string {
  return `${dimension.name}${grain === undefined ? '' : ` ${grain}`}`;
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((it) => others.includes(it));
}
