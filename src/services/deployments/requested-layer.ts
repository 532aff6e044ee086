import type { ChatRequest } from '../../contract/chat.ts';
import { AppError } from '../../errors.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Caller } from '../caller.ts';
import type { DeploymentData } from './deployments.ts';

type BranchRequest = Pick<ChatRequest, 'activeBranchName' | 'isDefaultBranch'>;

/**
 * The model that a request is for: the main one unless it names a branch without `isDefaultBranch: true`. A branch has
 * its own access policies, so naming one needs a permission: an API key may name any branch, a session token only those
 * in `userBranches`.
 * @throws AppError `BRANCH_NOT_FOUND`
 */
export function layerFor(
  data: DeploymentData,
  caller: Caller,
  { activeBranchName, isDefaultBranch }: BranchRequest,
): SemanticLayer {
  if (activeBranchName == null || isDefaultBranch === true) return data.layer(undefined);
  if (caller.kind === 'user' && !data.userBranches.includes(activeBranchName)) {
    throw branchNotFound(activeBranchName);
  }
  return data.layer(activeBranchName);
}

export function branchNotFound(name: string): AppError {
  return new AppError('BRANCH_NOT_FOUND', `The deployment has no branch "${name}".`);
}
