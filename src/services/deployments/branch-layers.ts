import type { QueryEngine } from '../../engines/query-engine.ts';
import type { ModelMistake } from '../../semantic/binding/model-mistake.ts';
import { createSemanticLayer } from '../../semantic/create-semantic-layer.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { QueryEvent } from '../../semantic/query-event.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import { distinctProblems, ModelError, type Problem } from '../../yaml/model-error.ts';
import type { WorkspaceDeployment } from '../workspace/deployment-schema.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { sourceTimeoutMs } from './check-deployment.ts';
import { createReloadableLayer, type ReloadableLayer } from './reloadable-layer.ts';

/** A branch of a deployment, whose model can be replaced. */
export interface BranchLayer {
  /** The folder of its model, as named in `inlay.yml`. */
  readonly folder: string;
  readonly layer: ReloadableLayer;
  /** Creates a layer for a changed model. Pass it to {@link ReloadableLayer.replace} or dispose of it. */
  readonly prepare: (model: DataModel) => Promise<SemanticLayer>;
}

/**
 * Creates a layer for each branch, by name, on the same engine. The name of the main branch is `undefined`.
 * @param queries answers the queries of viewers
 * @param stack disposes of the layers
 * @param onMistakes called with the mistakes found in models that are in use
 * @param onQuery called for each query
 */
export async function createBranchLayers(
  workspace: LoadedWorkspace,
  { model: main, branches, timezone, limits }: WorkspaceDeployment,
  engine: QueryEngine,
  queries: Pick<QueryEngine, 'query'>,
  stack: AsyncDisposableStack,
  onMistakes: (mistakes: readonly ModelMistake[]) => void,
  onQuery?: (event: QueryEvent) => void,
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
        queries,
        defaults,
        onQuery,
        onMistakes: (mistakes) => {
          // Mistakes in a model that is not in use yet are reported by its check.
          if (layer.model === changed) onMistakes(mistakes);
        },
      });
    const layer: ReloadableLayer = stack.use(createReloadableLayer(await prepare(model)));
    layers.set(branch, { folder, layer, prepare });
  }
  return layers;
}

/** Lets the layers learn their data anew, with the models that they have. Never rejects. */
export async function renewLayers(branches: readonly BranchLayer[], signal: AbortSignal): Promise<void> {
  for (const branch of branches) {
    try {
      await replaceModel([branch], branch.layer.model);
    } catch {
      // The model does not match the changed data: its mistakes become known.
      await branch.layer.binding.check({ signal }).catch(() => undefined);
    }
  }
}

/** @throws ModelError if the model does not match the data of one of the branches; all of them then keep the earlier one */
export async function replaceModel(branches: readonly BranchLayer[], model: DataModel): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const mistakes: Problem[] = [];
  const replacements: (() => void)[] = [];
  for (const { layer, prepare } of branches) {
    const next = stack.use(await prepare(model));
    replacements.push(() => layer.replace(next));
    // If the data source is unavailable, its models are checked later.
    const signal = AbortSignal.timeout(sourceTimeoutMs);
    mistakes.push(...(await next.binding.check({ signal }).catch(() => [])));
  }
  if (mistakes.length > 0) throw new ModelError(distinctProblems(mistakes));
  stack.move();
  for (const replace of replacements) replace();
}
