import { searchMetadataArgs } from '../../contract/data.ts';
import type { CubeMetadata } from '../../contract/tools.ts';
import { type Caller, requireCaller } from '../caller.ts';
import { parseRequest } from '../users/session-settings.ts';
import { openData } from './data-access.ts';
import type { DataContext } from './data-context.ts';

/**
 * Finds the cubes and views that match a question best, with the members, sample values and ranges that the user may see.
 * @throws AppError as `openData`
 */
export async function searchMetadata(
  context: DataContext,
  maybeCaller: Caller | null,
  input: unknown,
  signal?: AbortSignal,
): Promise<readonly CubeMetadata[]> {
  const caller = requireCaller(maybeCaller);
  const { deploymentId, searchQuery, ...scope } = parseRequest(caller, searchMetadataArgs, input);
  const { layer, viewer, timezone, owner } = await openData(context, caller, deploymentId, scope);
  return layer.searchMetadata(searchQuery, viewer, { timezone, owner, signal, named: searchQuery });
}
