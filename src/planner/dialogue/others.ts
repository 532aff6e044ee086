import type { DimensionMetadata } from '../../contract/tools.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { isExistence, referenceOf, referencesOf } from '../link/referring-cubes.ts';
import { denied, type Filter, isDenied } from '../parse/filter.ts';
import { membersOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { memberOfFilter } from '../query/columns.ts';
import type { Choice } from './choice.ts';
import { moveTo } from './other-relation.ts';

/** "And the others?": the rows that do not meet the last condition; undefined where that need not be who is meant. */
export function turnedOver(reading: Reading): Reading | undefined {
  const { filters, lexicon } = reading;
  const last = filters.at(-1);
  if (last === undefined) return undefined;
  const home = homeOf(reading);
  // Clients with open jobs are told from the others by none of their jobs.
  if (home !== undefined && !filters.every((it) => ownerOf(memberOfFilter(it).name) === home))
    return undefined;
  const referring = filters.filter((it) => referenceOf(lexicon.cube, memberOfFilter(it)) !== undefined);
  const isOfRows = referring.includes(last);
  if (!isOfRows && referring.length > 0) return undefined;
  if (referring.length > 1) return withoutRows(reading, referring);
  const other = denied(last);
  return other && { ...reading, filters: [...filters.slice(0, -1), other] };
}

/** Those without any row that meets all conditions on rows that refer to them; the others have one. */
function withoutRows(reading: Reading, referring: readonly Filter[]): Reading | undefined {
  const { filters } = reading;
  const [owner, ...more] = new Set(referring.map((it) => ownerOf(memberOfFilter(it).name)));
  const isAny = (it: Filter): boolean => isExistence(memberOfFilter(it));
  if (owner === undefined || more.length > 0 || referring.some((it) => isDenied(it) && !isAny(it)))
    return undefined;
  const known = referring.find(isAny);
  const any = existenceOf(reading, owner);
  if (any === undefined) return undefined;
  const value = known !== undefined && isDenied(known);
  return {
    ...reading,
    filters: [...filters.filter((it) => it !== known), { kind: 'boolean', dimension: any, value }],
  };
}

/**
 * "How many do not?", after how many clients have open jobs, which was asked of the jobs: clients without such jobs.
 * @param earlier the same, in a relation whose rows may be those clients
 */
export function othersWithoutRows({ reading, plan }: Choice, earlier: Reading): Reading | undefined {
  const { cube } = earlier.lexicon;
  const rows = reading.lexicon.cube;
  const owner = `${cube.name}.${rows.name}`;
  if (!referencesOf(cube).has(owner) || homeOf(reading) !== `${rows.name}.${cube.name}`) return undefined;
  const isSimple =
    reading.having.length === 0 && reading.ranking === undefined && reading.share === undefined;
  const any = existenceOf(earlier, owner);
  if (!isSimple || any === undefined || earlier.quantities.length < reading.quantities.length)
    return undefined;
  const time =
    plan.time && moveTo({ ...reading, timeDimension: plan.time.dimension }, earlier.lexicon)?.timeDimension;
  if (plan.time !== undefined && (time === undefined || ownerOf(time.name) !== owner)) return undefined;
  // What was said of the jobs has to be said of the jobs, and of the clients what was said of them.
  const isSame = (it: Filter, at: number): boolean => {
    const own = reading.filters[at];
    const before = own && ownerOf(memberOfFilter(own).name);
    return ownerOf(memberOfFilter(it).name) === (before === rows.name ? owner : cube.name);
  };
  if (!earlier.filters.every(isSame)) return undefined;
  const filters: readonly Filter[] = [...earlier.filters, { kind: 'boolean', dimension: any, value: false }];
  return { ...earlier, timeDimension: time ?? earlier.timeDimension, filters };
}

function existenceOf({ lexicon }: Reading, owner: string): DimensionMetadata | undefined {
  return lexicon.cube.dimensions.find((it) => isExistence(it) && ownerOf(it.name) === owner);
}

/** Where the things are that a reading counts or lists, where that is another relation. */
function homeOf({ quantities, groups, lexicon }: Reading): string | undefined {
  const asked =
    quantities.length > 0 ? quantities.flatMap(membersOf) : groups.map(({ dimension }) => dimension);
  const [home, ...more] = new Set(asked.map((it) => lexicon.strangers.get(it)));
  return more.length === 0 ? home : undefined;
}
