import type { CubeMetadata } from '../../semantic/metadata.ts';
import { type Caller, requireCaller } from '../caller.ts';
import { textBlock } from '../input.ts';
import { parseRequest } from '../users/session-settings.ts';
import { dataScopeSchema, openData } from './data-access.ts';
import type { DataContext } from './data-context.ts';

/** Characters of a search at most. */
const maxSearchChars = 1_000;

export const searchInputSchema = dataScopeSchema.extend({ searchQuery: textBlock(maxSearchChars) });

/**
 * The cubes and views that fit a question best, with the members, sample values and ranges that this user may see
 * (contract §6, `searchMetadata`).
 * @throws AppError as `openData`
 */
export async function searchMetadata(
  context: DataContext,
  maybeCaller: Caller | null,
  deploymentNumber: number,
  input: unknown,
  signal?: AbortSignal,
): Promise<readonly CubeMetadata[]> {
  const caller = requireCaller(maybeCaller);
  const { searchQuery, ...scope } = parseRequest(caller, searchInputSchema, input);
  const { layer, viewer, timezone } = await openData(context, caller, deploymentNumber, scope);
  return layer.searchMetadata(searchQuery, viewer, { timezone, signal });
}
