import type { QueryEngine } from '../../engines/query-engine.ts';
import type { ModelMistake } from '../../semantic/binding/model-mistake.ts';
import { createSemanticLayer } from '../../semantic/create-semantic-layer.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import { distinctProblems, ModelError, type Problem } from '../../yaml/model-error.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceDeployment } from '../workspace/workspace-schema.ts';
import { sourceTimeoutMs } from './check-deployment.ts';
import { createReloadableLayer, type ReloadableLayer } from './reloadable-layer.ts';

/** A branch of a deployment; its model can be replaced. */
export interface BranchLayer {
  /** Of its model, as `inlay.yml` names it. */
  readonly folder: string;
  readonly layer: ReloadableLayer;
  /** A layer of a changed model, for {@link ReloadableLayer.replace} or to be disposed of. */
  readonly prepare: (model: DataModel) => Promise<SemanticLayer>;
}

/**
 * One layer for each branch, by name, over the same engine; `undefined` is the main one.
 * @param stack gets the layers, to dispose of them
 * @param onMistakes told of what is found in models that answer
 */
export async function createBranchLayers(
  workspace: LoadedWorkspace,
  { model: main, branches, timezone, limits }: WorkspaceDeployment,
  engine: QueryEngine,
  stack: AsyncDisposableStack,
  onMistakes: (mistakes: readonly ModelMistake[]) => void,
): Promise<ReadonlyMap<string | undefined, BranchLayer>> {
  const layers = new Map<string | undefined, BranchLayer>();
  const { timeoutSeconds } = limits;
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
  const defaults = { timezone, timeoutMs };
  for (const [branch, folder] of [[undefined, main] as const, ...Object.entries(branches)]) {
    const model = workspace.models.get(folder);
    if (model === undefined) throw new Error(`The model ${folder} was not loaded.`);
    const prepare = (changed: DataModel): Promise<SemanticLayer> =>
      createSemanticLayer({
        model: changed,
        engine,
        defaults,
        onMistakes: (mistakes) => {
          // One that is only prepared is its developer's to hear of.
          if (layer.model === changed) onMistakes(mistakes);
        },
      });
    const layer: ReloadableLayer = stack.use(createReloadableLayer(await prepare(model)));
    layers.set(branch, { folder, layer, prepare });
  }
  return layers;
}

/** @throws ModelError when the model does not fit the data of one of them: all keep the earlier one */
export async function replaceModel(branches: readonly BranchLayer[], model: DataModel): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const mistakes: Problem[] = [];
  const replacements: (() => void)[] = [];
  for (const { layer, prepare } of branches) {
    const next = stack.use(await prepare(model));
    replacements.push(() => layer.replace(next));
    // While a source is down, its models are checked later.
    const signal = AbortSignal.timeout(sourceTimeoutMs);
    mistakes.push(...(await next.binding.check({ signal }).catch(() => [])));
  }
  if (mistakes.length > 0) throw new ModelError(distinctProblems(mistakes));
  stack.move();
  for (const replace of replacements) replace();
}
