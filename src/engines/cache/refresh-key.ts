import type { QueryEngine } from '../query-engine.ts';
import { firstRow } from '../statement-runner.ts';

/** Results are reused for a time, or until the source answers a query differently. */
export type RefreshRule = { readonly everyMs: number } | { readonly sql: string };

/** Results are reused while this stays the same. */
export interface RefreshKey {
  /** Undefined if the source does not answer; then nothing can be reused. Never rejects. */
  current(): Promise<string | undefined>;
  /** How long another process may find results under a key that is in use now. */
  lifeMs(): number;
}

/** The source is not asked more often than this. */
const askedMs = 1_000;
const timeoutMs = 5_000;

/** How long results stay in a shared store if only the source knows for how long they are valid. */
const sharedLifeMs = 60 * 60_000;

export function createRefreshKey(rule: RefreshRule, engine: QueryEngine, now: () => number): RefreshKey {
  if ('everyMs' in rule) {
    const { everyMs } = rule;
    return {
      // Whole intervals of the clock, which are the same in all processes.
      current: () => Promise.resolve(String(Math.floor(now() / everyMs))),
      lifeMs: () => everyMs - (now() % everyMs),
    };
  }
  const query = { sql: rule.sql, params: [] };
  let asked: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
  return {
    current() {
      if (asked === undefined || Math.abs(now() - asked.at) >= askedMs) {
        const answer = engine
          .query(query, { timeoutMs })
          .then(firstRow)
          .then(JSON.stringify, () => undefined);
        asked = { at: now(), answer };
      }
      return asked.answer;
    },
    lifeMs: () => sharedLifeMs,
  };
}
