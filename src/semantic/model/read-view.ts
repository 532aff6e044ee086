import type { FolderDraft, IncludeDraft, ViewCubeDraft, ViewDraft } from './drafts.ts';
import { checkName, readName } from './names.ts';
import { presentationProperties, readFormat, readPresentation } from './presentation.ts';
import type { ProblemList } from './problem-list.ts';
import { type Properties, readProperties, type Shape, type TextAt } from './properties.ts';
import { namedPlace } from './read-members.ts';
import { readPolicies } from './read-policies.ts';
import { type YamlValue, yamlItems, yamlScalarText } from './yaml-value.ts';

const viewShape: Shape = {
  noun: 'a view',
  used: ['name', ...presentationProperties, 'extends', 'cubes', 'folders', 'access_policy'],
  unused: ['default_time_dimension', 'default_filters', 'hierarchies'],
};
const viewCubeShape: Shape = {
  noun: 'a cube of a view',
  used: ['join_path', 'includes', 'excludes', 'prefix', 'alias'],
  unused: ['split'],
};
const includeShape: Shape = {
  noun: 'an included member',
  used: ['name', 'alias', 'title', 'description', 'format', 'meta'],
  unused: [],
};
const folderShape: Shape = { noun: 'a folder', used: ['name', 'includes'], unused: ['title', 'description'] };

export function readView(item: YamlValue, problems: ProblemList): ViewDraft | undefined {
  const properties = readProperties(namedPlace(item, 'views'), viewShape, problems);
  const name = properties && readName(properties, problems);
  if (properties === undefined || name === undefined) return undefined;
  const parent = properties.text('extends');
  if (!properties.has('cubes') && parent === undefined) problems.error(properties, 'cubes is missing.');
  return {
    name,
    place: { file: properties.file, line: properties.line, path: properties.path },
    ...readPresentation(properties, problems),
    extends: parent,
    cubes: properties.items('cubes').flatMap((entry) => readViewCube(entry, problems) ?? []),
    folders: readFolders(properties, 'folders', '', problems, 1),
    policies: readPolicies(properties, problems),
  };
}

function readViewCube(item: YamlValue, problems: ProblemList): ViewCubeDraft | undefined {
  const properties = readProperties(item, viewCubeShape, problems);
  if (properties === undefined) return undefined;
  for (const key of ['join_path', 'includes']) {
    if (!properties.has(key)) problems.error(properties, `${key} is missing.`);
  }
  const joinPath = properties.text('join_path');
  if (joinPath === undefined) return undefined;
  // Cube also accepts references: `{orders.customers}`.
  const path = joinPath.text
    .replace(/^\$?\{|\}$/g, '')
    .split('.')
    .map((step) => step.trim());
  const alias = properties.text('alias');
  const prefixed = properties.flag('prefix') ?? false;
  if (alias !== undefined && !prefixed) problems.warn(alias, 'alias has no effect without prefix: true.');
  return {
    place: joinPath,
    path,
    includes: readIncludes(properties, problems),
    excludes: properties.texts('excludes'),
    prefix: prefixed ? (alias?.text ?? path.at(-1)) : undefined,
  };
}

function readIncludes(viewCube: Properties, problems: ProblemList): '*' | readonly IncludeDraft[] {
  const value = viewCube.get('includes');
  if (value === undefined) return [];
  if (yamlScalarText(value) === '*') return '*';
  const includes: IncludeDraft[] = [];
  for (const item of yamlItems(value) ?? [value]) {
    const text = yamlScalarText(item);
    if (text === '*') return '*';
    if (text !== undefined) {
      const name: TextAt = { file: item.file, line: item.line, path: item.path, text };
      includes.push({ ...noOverride, name });
      continue;
    }
    const properties = readProperties(item, includeShape, problems);
    if (properties === undefined) continue;
    if (!properties.has('name')) problems.error(properties, 'name is missing.');
    const name = properties.text('name');
    if (name === undefined) continue;
    const alias = properties.text('alias');
    if (alias !== undefined && !checkName(alias, problems)) continue;
    const { format, kept } = readFormat(properties, problems);
    const presentation = readPresentation(properties, problems);
    const meta = kept === undefined ? presentation.meta : { ...presentation.meta, format: kept };
    includes.push({ ...presentation, meta, name, alias, format });
  }
  return includes;
}

const noOverride = {
  alias: undefined,
  title: undefined,
  description: undefined,
  public: undefined,
  format: undefined,
  meta: {},
  aiContext: undefined,
  synonyms: [],
} as const;

const maxFolderDepth = 10;

/** Nested folders are flattened: `Parent / Child`. */
function readFolders(
  owner: Properties,
  key: string,
  parent: string,
  problems: ProblemList,
  depth: number,
): readonly FolderDraft[] {
  return owner.items(key).flatMap((item) => readFolder(item, parent, problems, depth));
}

function readFolder(
  item: YamlValue,
  parent: string,
  problems: ProblemList,
  depth: number,
): readonly FolderDraft[] {
  const properties = readProperties(item, folderShape, problems);
  if (properties === undefined) return [];
  if (depth > maxFolderDepth) {
    problems.error(properties, `is nested more than ${maxFolderDepth} deep.`);
    return [];
  }
  const name = properties.text('name');
  if (!properties.has('name')) problems.error(properties, 'name is missing.');
  if (!properties.has('includes')) problems.error(properties, 'includes is missing.');
  const includes = properties.get('includes');
  if (name === undefined || includes === undefined) return [];
  const fullName = parent === '' ? name.text : `${parent} / ${name.text}`;
  if (yamlScalarText(includes) === '*') return [{ name: fullName, includes: '*' }];
  const members: TextAt[] = [];
  const nested: FolderDraft[] = [];
  for (const entry of properties.items('includes')) {
    const text = yamlScalarText(entry);
    if (text === undefined) nested.push(...readFolder(entry, fullName, problems, depth + 1));
    else members.push({ file: entry.file, line: entry.line, path: entry.path, text });
  }
  return [{ name: fullName, includes: members }, ...nested];
}
