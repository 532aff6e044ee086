import type { DimensionType, MeasureType } from '../../contract/tools.ts';
import type { DimensionDraft, MeasureDraft, MemberDraft, SegmentDraft } from './drafts.ts';
import { readGranularities } from './granularities.ts';
import { readName } from './names.ts';
import {
  presentationProperties,
  readCurrency,
  readFormat,
  readPresentation,
  readUnit,
} from './presentation.ts';
import type { Properties, Shape } from './properties.ts';
import { readRollingWindow } from './rolling-window.ts';

const named = ['name', ...presentationProperties, 'sql'];

/** Properties that change what a member computes: without support for them its numbers would be wrong. */
const uncomputed = {
  dimension: ['sub_query', 'multi_stage', 'add_group_by', 'latitude', 'longitude'],
  measure: [
    'cumulative',
    'multi_stage',
    'time_shift',
    'group_by',
    'reduce_by',
    'add_group_by',
    'grain',
    'case',
  ],
};

const dimensionShape: Shape = {
  noun: 'a dimension',
  used: [
    ...named,
    'type',
    'primary_key',
    'case',
    'format',
    'currency',
    'granularities',
    ...uncomputed.dimension,
  ],
  required: ['name', 'type'],
  unused: [
    'aliases',
    'field_type',
    'values_as_segments',
    'suggest_filter_values',
    'enable_suggestions',
    'propagate_filters_to_sub_query',
    'order',
    'order_by',
    'links',
    'key',
    'values',
    'local_time',
    'mask',
  ],
};

const measureShape: Shape = {
  noun: 'a measure',
  used: [...named, 'type', 'filters', 'format', 'currency', 'rolling_window', ...uncomputed.measure],
  required: ['name', 'type'],
  unused: [
    'aliases',
    'drill_members',
    'drill_member_references',
    'drill_filters',
    'order_by',
    'visible',
    'mask',
    'key',
    'links',
  ],
};

const segmentShape: Shape = {
  noun: 'a segment',
  used: named,
  required: ['name', 'sql'],
  unused: ['aliases'],
};
const filterShape: Shape = { noun: 'a filter', used: ['sql'], required: ['sql'] };
const caseShape: Shape = { noun: 'a case', used: ['when', 'else'], required: ['when'], unused: ['switch'] };
const branch = ['sql', 'label'];
const whenShape: Shape = { noun: 'a branch of a case', used: branch, required: branch };
const elseShape: Shape = { noun: 'the else of a case', used: ['label'] };

/** What the mappings of members may hold. */
export const memberShapes = {
  dimension: dimensionShape,
  measure: measureShape,
  segment: segmentShape,
  filter: filterShape,
  case: caseShape,
  when: whenShape,
  else: elseShape,
};

export const dimensionTypes = ['string', 'number', 'boolean', 'time', 'geo', 'switch'] as const;
export const measureTypes = [
  'count',
  'count_distinct',
  'count_distinct_approx',
  'sum',
  'avg',
  'min',
  'max',
  'number',
  'string',
  'time',
  'boolean',
  'running_total',
  'rank',
  'number_agg',
] as const;

/** Members of all three kinds of one cube; they share one namespace. */
export function readMembers(cube: Properties): ReadonlyMap<string, MemberDraft> {
  // SQL folds the case of names that are not quoted.
  const members = new Map<string, MemberDraft>();
  const kinds = [
    ['dimensions', dimensionShape, readDimension],
    ['measures', measureShape, readMeasure],
    ['segments', segmentShape, readSegment],
  ] as const;
  for (const [list, shape, read] of kinds) {
    for (const properties of cube.mappings(list, shape)) {
      const name = readName(properties, 'name')?.text;
      if (name === undefined) continue;
      const member = read(name, properties);
      const first = members.get(name.toLowerCase());
      if (first === undefined) {
        members.set(name.toLowerCase(), member);
      } else {
        const where = `${first.place.file}:${first.place.line}`;
        properties.error(`"${name}" is already a ${first.kind} of this cube (${where}). Rename one of them.`);
      }
    }
  }
  return new Map([...members.values()].map((member) => [member.name, member]));
}

function readBase(name: string, properties: Properties) {
  const presentation = readPresentation(properties);
  const currency = readCurrency(properties);
  return { name, place: properties.place, ...presentation, ...readFormat(properties), currency };
}

function readDimension(name: string, properties: Properties): DimensionDraft {
  const written = properties.oneOf('type', dimensionTypes);
  const branches = readCase(properties);
  const sql = properties.sql('sql');
  if (branches !== undefined && sql !== undefined)
    properties.error('has both case and sql: give one of them.');
  const uncomputedType = written === 'geo' || written === 'switch' ? `type ${written}` : undefined;
  const type: DimensionType =
    written === undefined || written === 'geo' || written === 'switch' ? 'string' : written;
  return {
    kind: 'dimension',
    ...readBase(name, properties),
    type,
    unit: type === 'number' ? readUnit(properties) : undefined,
    primaryKey: properties.flag('primary_key') ?? false,
    granularities: readGranularities(properties, written),
    sql,
    case: branches,
    unsupported: uncomputedType ?? firstGiven(properties, uncomputed.dimension),
  };
}

function readMeasure(name: string, properties: Properties): MeasureDraft {
  const written = properties.oneOf('type', measureTypes);
  const sql = properties.sql('sql');
  const unsupported = written !== undefined && isUncomputed(written) ? `type ${written}` : undefined;
  if (written !== undefined && written !== 'count' && unsupported === undefined && !properties.has('sql')) {
    properties.error(`sql is missing: a measure of type ${written} needs one.`);
  }
  return {
    kind: 'measure',
    ...readBase(name, properties),
    type: measureType(written),
    unit: readUnit(properties),
    sql,
    filters: properties.mappings('filters', filterShape).flatMap((filter) => filter.sql('sql') ?? []),
    rollingWindow: readRollingWindow(properties),
    unsupported: unsupported ?? firstGiven(properties, uncomputed.measure),
  };
}

function measureType(written: (typeof measureTypes)[number] | undefined): MeasureType {
  // An exact answer is also an approximate one.
  if (written === 'count_distinct_approx') return 'count_distinct';
  // What is unknown or not computed never reaches a model.
  if (written === undefined || isUncomputed(written)) return 'number';
  return written;
}

function isUncomputed(
  written: (typeof measureTypes)[number],
): written is 'running_total' | 'rank' | 'number_agg' {
  return written === 'running_total' || written === 'rank' || written === 'number_agg';
}

function readSegment(name: string, properties: Properties): SegmentDraft {
  const sql = properties.sql('sql');
  return { kind: 'segment', ...readBase(name, properties), unit: undefined, sql, unsupported: undefined };
}

/** The first of the properties that is given and not switched off. */
function firstGiven(properties: Properties, keys: readonly string[]): string | undefined {
  return keys.find((key) => {
    const value = properties.get(key);
    return value !== undefined && value.text?.text !== 'false';
  });
}

function readCase(properties: Properties): DimensionDraft['case'] {
  const body = properties.mapping('case', caseShape);
  if (body === undefined) return undefined;
  const when = body.mappings('when', whenShape).flatMap((branch) => {
    const sql = branch.sql('sql');
    const label = branch.text('label')?.text;
    return sql === undefined || label === undefined ? [] : [{ sql, label }];
  });
  return { when, else: body.mapping('else', elseShape)?.text('label')?.text };
}
