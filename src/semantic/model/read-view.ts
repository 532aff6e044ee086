import type { FolderDraft, IncludeDraft, ViewCubeDraft, ViewDraft } from './drafts.ts';
import { readName } from './names.ts';
import { presentationProperties, readFormat, readPresentation, readUnit } from './presentation.ts';
import type { ModelValue, Properties, Shape, TextAt } from './properties.ts';
import { readPolicies } from './read-policies.ts';

export const viewShape: Shape = {
  noun: 'a view',
  used: ['name', ...presentationProperties, 'extends', 'cubes', 'folders', 'access_policy'],
  required: ['name'],
  unused: ['default_time_dimension', 'default_filters', 'hierarchies'],
};
const viewCubeShape: Shape = {
  noun: 'a cube of a view',
  used: ['join_path', 'includes', 'excludes', 'prefix', 'alias'],
  required: ['join_path', 'includes'],
  unused: ['split'],
};
const includeShape: Shape = {
  noun: 'an included member',
  used: ['name', 'alias', 'title', 'description', 'format', 'meta'],
  required: ['name'],
};
const folder = ['name', 'includes'];
const folderShape: Shape = {
  noun: 'a folder',
  used: folder,
  required: folder,
  unused: ['title', 'description'],
};

/** What the mappings of a view may hold. */
export const viewShapes = {
  view: viewShape,
  cube: viewCubeShape,
  include: includeShape,
  folder: folderShape,
};

export function readView(properties: Properties): ViewDraft | undefined {
  const name = readName(properties, 'name')?.text;
  if (name === undefined) return undefined;
  const parent = properties.text('extends');
  if (!properties.has('cubes') && parent === undefined) properties.error('cubes is missing.');
  return {
    name,
    place: properties.place,
    ...readPresentation(properties),
    extends: parent,
    cubes: properties.mappings('cubes', viewCubeShape).flatMap((entry) => readViewCube(entry) ?? []),
    folders: properties.items('folders').flatMap((item) => readFolder(item, '', 1)),
    policies: readPolicies(properties),
  };
}

function readViewCube(properties: Properties): ViewCubeDraft | undefined {
  const joinPath = properties.text('join_path');
  if (joinPath === undefined) return undefined;
  // Cube also accepts references: `{orders.customers}`.
  const path = joinPath.text
    .replace(/^\$?\{|\}$/g, '')
    .split('.')
    .map((step) => step.trim());
  const alias = properties.text('alias')?.text;
  const prefixed = properties.flag('prefix') ?? false;
  if (alias !== undefined && !prefixed) {
    properties.get('alias')?.warn('alias has no effect without prefix: true.');
  }
  return {
    place: joinPath,
    path,
    includes: readIncludes(properties),
    excludes: properties.texts('excludes'),
    prefix: prefixed ? (alias ?? path.at(-1)) : undefined,
  };
}

function readIncludes(viewCube: Properties): '*' | readonly IncludeDraft[] {
  const value = viewCube.get('includes');
  if (value === undefined) return [];
  const items = value.items ?? [value];
  if (items.some(({ text }) => text?.text === '*')) return '*';
  return items.flatMap((item) => readInclude(item) ?? []);
}

function readInclude(item: ModelValue): IncludeDraft | undefined {
  if (item.text !== undefined) return { ...noOverride, name: item.text };
  const properties = item.mapping(includeShape);
  const name = properties?.text('name');
  if (properties === undefined || name === undefined) return undefined;
  const alias = readName(properties, 'alias');
  if (alias === undefined && properties.has('alias')) return undefined;
  const unit = readUnit(properties);
  return { ...readPresentation(properties), ...readFormat(properties), unit, name, alias };
}

const noOverride = {
  alias: undefined,
  title: undefined,
  description: undefined,
  public: undefined,
  format: undefined,
  unit: undefined,
  meta: {},
  aiContext: undefined,
  synonyms: [],
} as const;

const maxFolderDepth = 10;

/** Nested folders are flattened: `Parent / Child`. */
function readFolder(item: ModelValue, parent: string, depth: number): readonly FolderDraft[] {
  const properties = item.mapping(folderShape);
  if (properties === undefined) return [];
  if (depth > maxFolderDepth) {
    properties.error(`is nested more than ${maxFolderDepth} deep.`);
    return [];
  }
  const name = properties.text('name')?.text;
  const includes = properties.get('includes');
  if (name === undefined || includes === undefined) return [];
  const fullName = parent === '' ? name : `${parent} / ${name}`;
  if (includes.text?.text === '*') return [{ name: fullName, includes: '*' }];
  const members: TextAt[] = [];
  const nested: FolderDraft[] = [];
  for (const entry of properties.items('includes')) {
    if (entry.text === undefined) nested.push(...readFolder(entry, fullName, depth + 1));
    else members.push(entry.text);
  }
  return [{ name: fullName, includes: members }, ...nested];
}
