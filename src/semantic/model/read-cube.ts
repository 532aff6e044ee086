import type { Relationship } from '../data-model.ts';
import type { CubeDraft, JoinDraft, SourceDraft } from './drafts.ts';
import { readName } from './names.ts';
import { presentationProperties, readPresentation } from './presentation.ts';
import type { ProblemList } from './problem-list.ts';
import { type Properties, readProperties, type Shape } from './properties.ts';
import { namedPlace, readMembers } from './read-members.ts';
import { readPolicies } from './read-policies.ts';
import type { YamlValue } from './yaml-value.ts';

const cubeShape: Shape = {
  noun: 'a cube',
  used: [
    'name',
    ...presentationProperties,
    'sql_table',
    'sql',
    'extends',
    'joins',
    'dimensions',
    'measures',
    'segments',
    'access_policy',
  ],
  unused: [
    'pre_aggregations',
    'refresh_key',
    'data_source',
    'sql_alias',
    'rewrite_queries',
    'hierarchies',
    'calendar',
    'context_members',
    'default_filters',
  ],
};

const joinShape: Shape = { noun: 'a join', used: ['name', 'relationship', 'sql'], unused: [] };

const relationships = [
  'one_to_one',
  'one_to_many',
  'many_to_one',
  'has_one',
  'has_many',
  'belongs_to',
] as const;

const currentNames: Readonly<Record<(typeof relationships)[number], Relationship>> = {
  one_to_one: 'one_to_one',
  one_to_many: 'one_to_many',
  many_to_one: 'many_to_one',
  has_one: 'one_to_one',
  has_many: 'one_to_many',
  belongs_to: 'many_to_one',
};

const plainPart = String.raw`[A-Za-z_][\w$]*`;
const quotedPart = '"[^"]+"';
const tablePattern = new RegExp(`^(?:${plainPart}|${quotedPart})(?:\\.(?:${plainPart}|${quotedPart})){0,2}$`);

export function readCube(item: YamlValue, problems: ProblemList): CubeDraft | undefined {
  const properties = readProperties(namedPlace(item, 'cubes'), cubeShape, problems);
  const name = properties && readName(properties, problems);
  if (properties === undefined || name === undefined) return undefined;
  return {
    name,
    place: { file: properties.file, line: properties.line, path: properties.path },
    ...readPresentation(properties, problems),
    extends: properties.text('extends'),
    source: readSource(properties, problems),
    members: readMembers(properties, problems),
    joins: readJoins(properties, problems),
    policies: readPolicies(properties, problems),
  };
}

function readSource(cube: Properties, problems: ProblemList): SourceDraft | undefined {
  const table = cube.text('sql_table');
  const sql = cube.sql('sql');
  if (table !== undefined && sql !== undefined) {
    problems.error(cube, 'has both sql_table and sql: give one of them.');
  }
  if (table === undefined) return sql && { kind: 'sql', sql };
  if (!tablePattern.test(table.text)) {
    problems.error(
      table,
      `"${table.text}" is not a table name: write name or schema.name, with double quotes around unusual parts.`,
    );
  }
  return { kind: 'table', table };
}

function readJoins(cube: Properties, problems: ProblemList): readonly JoinDraft[] {
  const joins: JoinDraft[] = [];
  for (const item of cube.items('joins')) {
    const properties = readProperties(namedPlace(item, `${cube.path}.joins`), joinShape, problems);
    if (properties === undefined) continue;
    for (const key of joinShape.used)
      if (!properties.has(key)) problems.error(properties, `${key} is missing.`);
    const target = properties.text('name');
    // A wrong relationship is reported; the join still counts, so that what follows from it is checked.
    const relationship = properties.oneOf('relationship', relationships) ?? 'one_to_one';
    const sql = properties.sql('sql');
    if (target === undefined || sql === undefined) continue;
    if (joins.some((join) => join.target.text === target.text)) {
      problems.error(properties, `there is already a join to "${target.text}".`);
      continue;
    }
    joins.push({ target, relationship: currentNames[relationship], sql });
  }
  return joins;
}
