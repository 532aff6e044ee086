import type { DimensionType, MeasureType } from '../data-model.ts';
import type { DimensionDraft, MeasureDraft, MemberDraft, SegmentDraft } from './drafts.ts';
import { readName } from './names.ts';
import { presentationProperties, readCurrency, readFormat, readPresentation } from './presentation.ts';
import type { ProblemList } from './problem-list.ts';
import { type Properties, readProperties, type Shape, type SqlText } from './properties.ts';
import { withPath, type YamlValue, yamlEntries, yamlScalarText } from './yaml-value.ts';

const named = ['name', ...presentationProperties, 'sql'];

/** Properties that change what a member computes: without support for them its numbers would be wrong. */
const uncomputed = {
  dimension: ['sub_query', 'multi_stage', 'add_group_by', 'latitude', 'longitude'],
  measure: [
    'rolling_window',
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
  used: [...named, 'type', 'primary_key', 'case', 'format', 'currency', ...uncomputed.dimension],
  unused: [
    'aliases',
    'field_type',
    'values_as_segments',
    'suggest_filter_values',
    'enable_suggestions',
    'propagate_filters_to_sub_query',
    'granularities',
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
  used: [...named, 'type', 'filters', 'format', 'currency', ...uncomputed.measure],
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

const segmentShape: Shape = { noun: 'a segment', used: named, unused: ['aliases'] };
const filterShape: Shape = { noun: 'a filter', used: ['sql'], unused: [] };
const caseShape: Shape = { noun: 'a case', used: ['when', 'else'], unused: ['switch'] };
const whenShape: Shape = { noun: 'a branch of a case', used: ['sql', 'label'], unused: [] };
const elseShape: Shape = { noun: 'the else of a case', used: ['label'], unused: [] };

const dimensionTypes = ['string', 'number', 'boolean', 'time', 'geo', 'switch'] as const;
const measureTypes = [
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
export function readMembers(cube: Properties, problems: ProblemList): ReadonlyMap<string, MemberDraft> {
  const members = new Map<string, MemberDraft>();
  const taken = new Map<string, MemberDraft>();
  const kinds = [
    ['dimensions', dimensionShape, readDimension],
    ['measures', measureShape, readMeasure],
    ['segments', segmentShape, readSegment],
  ] as const;
  for (const [list, shape, read] of kinds) {
    for (const item of cube.items(list)) {
      const place = namedPlace(item, `${cube.path}.${list}`);
      const properties = readProperties(place, shape, problems);
      const name = properties && readName(properties, problems);
      if (properties === undefined || name === undefined) continue;
      const member = read(name, properties, problems);
      if (member === undefined) continue;
      // SQL folds the case of names that are not quoted.
      const first = taken.get(name.toLowerCase());
      if (first === undefined) {
        taken.set(name.toLowerCase(), member);
        members.set(name, member);
      } else {
        const where = `${first.place.file}:${first.place.line}`;
        problems.error(properties, `"${name}" is already a ${first.kind} of this cube (${where}).`);
      }
    }
  }
  return members;
}

/** The list item under a path that ends in its name, where it has one. */
export function namedPlace(item: YamlValue, listPath: string): YamlValue {
  const nameEntry = yamlEntries(item)?.get('name');
  const name = nameEntry && yamlScalarText(nameEntry.value);
  return name === undefined ? item : withPath(item, `${listPath}.${name}`);
}

function readBase(name: string, properties: Properties, problems: ProblemList) {
  const presentation = readPresentation(properties, problems);
  const { format, kept } = readFormat(properties, problems);
  return {
    name,
    place: { file: properties.file, line: properties.line, path: properties.path },
    ...presentation,
    meta: kept === undefined ? presentation.meta : { ...presentation.meta, format: kept },
    format,
    currency: readCurrency(properties, problems),
  };
}

function readDimension(
  name: string,
  properties: Properties,
  problems: ProblemList,
): DimensionDraft | undefined {
  const written = properties.oneOf('type', dimensionTypes);
  if (written === undefined && !properties.has('type')) problems.error(properties, 'type is missing.');
  const branches = readCase(properties, problems);
  const sql = properties.sql('sql');
  if (branches !== undefined && sql !== undefined) {
    problems.error(properties, 'has both case and sql: give one of them.');
  }
  const uncomputedType = written === 'geo' || written === 'switch' ? `type ${written}` : undefined;
  const type: DimensionType =
    written === undefined || written === 'geo' || written === 'switch' ? 'string' : written;
  return {
    kind: 'dimension',
    ...readBase(name, properties, problems),
    type,
    primaryKey: properties.flag('primary_key') ?? false,
    sql,
    case: branches,
    unsupported: uncomputedType ?? firstGiven(properties, uncomputed.dimension),
  };
}

function readMeasure(name: string, properties: Properties, problems: ProblemList): MeasureDraft | undefined {
  const written = properties.oneOf('type', measureTypes);
  if (written === undefined && !properties.has('type')) problems.error(properties, 'type is missing.');
  const sql = properties.sql('sql');
  const unsupported = written !== undefined && isUncomputed(written) ? `type ${written}` : undefined;
  if (written !== undefined && written !== 'count' && unsupported === undefined && !properties.has('sql')) {
    problems.error(properties, `sql is missing: a measure of type ${written} needs one.`);
  }
  const filters: SqlText[] = [];
  for (const item of properties.items('filters')) {
    const filter = readProperties(item, filterShape, problems);
    if (filter !== undefined && !filter.has('sql')) problems.error(filter, 'sql is missing.');
    const filterSql = filter?.sql('sql');
    if (filterSql !== undefined) filters.push(filterSql);
  }
  return {
    kind: 'measure',
    ...readBase(name, properties, problems),
    type: measureType(written),
    sql,
    filters,
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

function readSegment(name: string, properties: Properties, problems: ProblemList): SegmentDraft | undefined {
  if (!properties.has('sql')) problems.error(properties, 'sql is missing.');
  const sql = properties.sql('sql');
  return { kind: 'segment', ...readBase(name, properties, problems), sql, unsupported: undefined };
}

/** The first of the properties that is given and not switched off. */
function firstGiven(properties: Properties, keys: readonly string[]): string | undefined {
  return keys.find((key) => {
    const value = properties.get(key);
    return value !== undefined && yamlScalarText(value) !== 'false';
  });
}

function readCase(properties: Properties, problems: ProblemList): DimensionDraft['case'] {
  const value = properties.get('case');
  const body = value && readProperties(value, caseShape, problems);
  if (body === undefined) return undefined;
  const when: { sql: SqlText; label: string }[] = [];
  for (const item of body.items('when')) {
    const branch = readProperties(item, whenShape, problems);
    if (branch === undefined) continue;
    for (const key of whenShape.used) if (!branch.has(key)) problems.error(branch, `${key} is missing.`);
    const sql = branch.sql('sql');
    const label = branch.text('label');
    if (sql !== undefined && label !== undefined) when.push({ sql, label: label.text });
  }
  if (!body.has('when')) problems.error(body, 'when is missing.');
  const otherwise = body.get('else');
  const elseBody = otherwise && readProperties(otherwise, elseShape, problems);
  return { when, else: elseBody?.text('label')?.text };
}
