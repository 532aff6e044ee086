import type { Deployments } from '../../src/services/deployments/deployments.ts';
import {
  type OpenDeploymentsOptions,
  openDeployments as open,
} from '../../src/services/deployments/open-deployments.ts';
import type { LoadedWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { ModelError } from '../../src/yaml/model-error.ts';

/** Opens the deployments of a workspace. @throws ModelError with all mistakes of all deployments */
export async function openDeployments(
  workspace: LoadedWorkspace,
  options: OpenDeploymentsOptions = {},
): Promise<Deployments> {
  const { deployments, mistakes } = await open(workspace, options);
  if (mistakes.length === 0) return deployments;
  await deployments[Symbol.asyncDispose]();
  throw new ModelError(mistakes);
}
