import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Caller } from '../caller.ts';
import { lineOfText } from '../input.ts';
import type { DeploymentData } from './deployments.ts';

/** How a request names a branch of the data model (spec: Chat request body). */
export const branchFields = {
  activeBranchName: lineOfText().nullish(),
  isDefaultBranch: z.boolean().nullish(),
};

type BranchRequest = z.output<z.ZodObject<typeof branchFields>>;

/**
 * The model that a request is about: the main one unless it names a branch; `isDefaultBranch: true` with a name means the
 * main one too (contract §5). A branch has access policies of its own, so it is a right: an API key may name any, a
 * session token those of `userBranches` (contract §3), and the others do not exist for it.
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
