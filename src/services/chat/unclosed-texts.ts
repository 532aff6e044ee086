import type { ChatLine } from '../../contract/stream-lines.ts';
import { type RunLog, RunLogError } from '../../runs/run-log.ts';

/**
 * The ids of the messages that readers of a run have seen pieces of and no end, oldest first: as far as its log can still be
 * read, none without one.
 */
export async function unclosedTexts(runLog: RunLog<ChatLine>, runId: string): Promise<readonly string[]> {
  const open = new Set<string>();
  try {
    const head = (await runLog.lastSort(runId)) ?? 0;
    await using reader = await runLog.read(runId, 0);
    for (let reached = 0; reader !== null && reached < head; ) {
      const batch = await reader.nextBatch();
      if (batch === null) break;
      for (const { event } of batch.entries) {
        reached = Math.max(reached, event.sort);
        if (!('isDelta' in event)) continue;
        if (event.isDelta) open.add(event.id);
        else open.delete(event.id);
      }
    }
  } catch (error) {
    if (!(error instanceof RunLogError)) throw error;
  }
  return [...open];
}
