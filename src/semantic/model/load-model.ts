import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ModelError, type Problem } from '../../yaml/model-error.ts';
import type { DataModel } from '../data-model.ts';
import { checkJoinPaths } from './check-join-paths.ts';
import { checkNamesInViews } from './check-names-in-views.ts';
import { checkPrimaryKeys } from './check-primary-keys.ts';
import { checkRelationships } from './check-relationships.ts';
import { checkSyntax } from './check-syntax.ts';
import { compileCubes, compileMemberSql } from './compile-cubes.ts';
import { compileViews } from './compile-views.ts';
import type { CubeDraft, PolicyName, ViewDraft } from './drafts.ts';
import { extendCubes, extendViews } from './extend-drafts.ts';
import { JoinGraph } from './join-graph.ts';
import { type Place, ProblemList } from './problem-list.ts';
import { parseModelFile, type Shape } from './properties.ts';
import { cubeShape, readCube } from './read-cube.ts';
import { readView, viewShape } from './read-view.ts';
import { checkRollingWindows } from './rolling-window.ts';
import { checkMemberCycles, leaveOutUnsupported } from './unsupported-members.ts';

export interface LoadModelOptions {
  /** Folder that the file names in problems and locations are relative to. @default the model folder */
  readonly relativeTo?: string | undefined;
}

export interface LoadedModel {
  readonly model: DataModel;
  readonly warnings: readonly Problem[];
  /** Groups and user attributes that its access policies are about, wherever they are named. */
  readonly policyNames: readonly PolicyName[];
}

/** One file of a model: its text and the name that problems use. */
export interface ModelFile {
  readonly name: string;
  readonly text: string;
}

export const fileShape: Shape = { noun: 'a model file', used: ['cubes', 'views'], unused: ['view_groups'] };

/**
 * Reads `*.yml` and `*.yaml` under a folder, in the syntax that Cube users know.
 * Properties that Cube knows and Inlay does not use are warnings; a member that cannot be computed without one of them
 * is left out with a warning. Unlike in Cube, primary keys are public unless they say otherwise.
 * @throws ModelError with every problem of every file
 */
export async function loadDataModel(folder: string, options: LoadModelOptions = {}): Promise<LoadedModel> {
  const base = options.relativeTo ?? folder;
  const shown = (path: string) => relative(base, path).split(sep).join('/');
  let entries: string[];
  try {
    entries = await readdir(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError([
      {
        file: shown(folder) || folder,
        line: 1,
        path: '',
        message: `The model folder cannot be read: ${reason}.`,
      },
    ]);
  }
  const paths = entries.filter((entry) => /\.ya?ml$/i.test(entry)).sort();
  if (paths.length === 0) {
    const message = 'The model folder contains no *.yml or *.yaml file.';
    throw new ModelError([{ file: shown(folder) || folder, line: 1, path: '', message }]);
  }
  const files = await Promise.all(
    paths.map(async (path) => ({
      name: shown(join(folder, path)),
      text: await readFile(join(folder, path), 'utf8'),
    })),
  );
  return parseDataModel(files);
}

/** Builds a model from the text of its files. @throws ModelError with every problem of every file */
export async function parseDataModel(files: readonly ModelFile[]): Promise<LoadedModel> {
  const problems = new ProblemList();
  const cubes = new Map<string, CubeDraft>();
  const views = new Map<string, ViewDraft>();
  const taken = new Map<string, Place>();
  const claim = (draft: { name: string; place: Place }): boolean => {
    // SQL folds the case of names that are not quoted.
    const first = taken.get(draft.name.toLowerCase());
    if (first === undefined) taken.set(draft.name.toLowerCase(), draft.place);
    else problems.error(draft.place, `"${draft.name}" is already defined (${first.file}:${first.line}).`);
    return first === undefined;
  };
  for (const root of files.flatMap((file) => parseModelFile(file.name, file.text, problems))) {
    const file = root.mapping(fileShape);
    for (const cube of file?.mappings('cubes', cubeShape).flatMap((each) => readCube(each) ?? []) ?? []) {
      if (claim(cube)) cubes.set(cube.name, cube);
    }
    for (const view of file?.mappings('views', viewShape).flatMap((each) => readView(each) ?? []) ?? []) {
      if (claim(view)) views.set(view.name, view);
    }
  }
  const [cubeDrafts, viewDrafts] = [extendCubes(cubes, problems), extendViews(views, problems)];
  const model = compile(cubeDrafts, viewDrafts, problems);
  if (problems.errors.length > 0) throw new ModelError(problems.errors);
  checkJoinPaths(model, problems);
  checkNamesInViews(model, problems);
  await checkSyntax(model.cubes, problems);
  const policies = [...cubeDrafts.values(), ...viewDrafts.values()].flatMap((draft) => draft.policies);
  const policyNames = new Set(policies.flatMap(({ names }) => names));
  return { model, warnings: problems.warnings, policyNames: [...policyNames] };
}

function compile(
  cubeDrafts: ReadonlyMap<string, CubeDraft>,
  viewDrafts: ReadonlyMap<string, ViewDraft>,
  problems: ProblemList,
): DataModel {
  const joins = new JoinGraph(cubeDrafts);
  const memberSql = compileMemberSql(cubeDrafts, joins, problems);
  checkRollingWindows(cubeDrafts, problems);
  checkMemberCycles(cubeDrafts, memberSql, problems);
  const supported = leaveOutUnsupported(cubeDrafts, memberSql, problems);
  checkPrimaryKeys(cubeDrafts, joins, supported, problems);
  const cubes = compileCubes(cubeDrafts, joins, supported, problems);
  checkRelationships(cubes, problems);
  return { cubes, views: compileViews(viewDrafts, { cubes, cubeDrafts, joins, problems }) };
}
