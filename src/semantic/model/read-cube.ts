import type { Relationship } from '../data-model.ts';
import type { CubeDraft, JoinDraft, SourceDraft } from './drafts.ts';
import { readHierarchies } from './hierarchies.ts';
import { readName } from './names.ts';
import { presentationProperties, readPresentation } from './presentation.ts';
import type { Properties, Shape } from './properties.ts';
import { readMembers } from './read-members.ts';
import { readPolicies } from './read-policies.ts';

export const cubeShape: Shape = {
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
    'hierarchies',
    'access_policy',
  ],
  required: ['name'],
  unused: [
    'pre_aggregations',
    'refresh_key',
    'data_source',
    'sql_alias',
    'rewrite_queries',
    'calendar',
    'context_members',
    'default_filters',
  ],
};

const joinProperties = ['name', 'relationship', 'sql'];
export const joinShape: Shape = { noun: 'a join', used: joinProperties, required: joinProperties };

export const relationships = [
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
const quotedPart = '"(?:[^"]|"")+"';
const tablePattern = new RegExp(`^(?:${plainPart}|${quotedPart})(?:\\.(?:${plainPart}|${quotedPart})){0,2}$`);

export function readCube(properties: Properties): CubeDraft | undefined {
  const name = readName(properties, 'name')?.text;
  if (name === undefined) return undefined;
  const members = readMembers(properties);
  return {
    name,
    place: properties.place,
    ...readPresentation(properties),
    extends: properties.text('extends'),
    source: readSource(properties),
    members,
    joins: readJoins(properties),
    hierarchies: readHierarchies(properties, members),
    policies: readPolicies(properties),
  };
}

function readSource(cube: Properties): SourceDraft | undefined {
  const table = cube.text('sql_table');
  const sql = cube.sql('sql');
  if (table !== undefined && sql !== undefined) cube.error('has both sql_table and sql: give one of them.');
  if (table === undefined) return sql && { kind: 'sql', sql };
  if (!tablePattern.test(table.text)) {
    const hint = 'write name or schema.name, with double quotes around unusual parts';
    cube.get('sql_table')?.error(`"${table.text}" is not a table name: ${hint}.`);
  }
  return { kind: 'table', table };
}

function readJoins(cube: Properties): readonly JoinDraft[] {
  const joins = new Map<string, JoinDraft>();
  for (const properties of cube.mappings('joins', joinShape)) {
    const target = properties.text('name');
    // A wrong relationship is reported; the join still counts, so that what follows from it is checked.
    const relationship = properties.oneOf('relationship', relationships) ?? 'one_to_one';
    const sql = properties.sql('sql');
    if (target === undefined || sql === undefined) continue;
    if (joins.has(target.text)) properties.error(`there is already a join to "${target.text}".`);
    else joins.set(target.text, { target, relationship: currentNames[relationship], sql });
  }
  return [...joins.values()];
}
