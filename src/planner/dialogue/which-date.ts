import type { Day } from '../language/calendar.ts';
import type { Doubt } from '../parse/doubt.ts';
import type { Reading } from '../parse/reading.ts';
import { completePlan } from '../query/plan.ts';
import type { Choice } from './choice.ts';

/** A message that was not understood. */
export interface Lost {
  readonly message: string;
  readonly unknown: readonly string[];
  /** What was made out of it. */
  readonly reading: Reading | undefined;
  /** What it came to, where all that was asked is by which of these dates. */
  readonly undated: { readonly reading: Reading; readonly dates: readonly string[] } | undefined;
}

/** What of a question is known that lacks nothing but by which date it is asked. */
export function undatedOf(missing: Doubt | undefined, reading: Reading | undefined): Lost['undated'] {
  return missing?.about === 'which date' && reading !== undefined
    ? { reading, dates: missing.dates }
    : undefined;
}

/** What was asked before, by one of the dates between which was asked back: "by end date", "2". */
export function withDate(said: string, lost: Lost | undefined, today: Day): Choice | undefined {
  if (lost?.undated === undefined) return undefined;
  const { reading, dates } = lost.undated;
  const [, words = ''] = /^\s*(?:by |the |its |their )*(.+?)[\s.!]*$/iu.exec(said) ?? [];
  const date = dates.find((it, at) => it.toLowerCase() === words.toLowerCase() || words === String(at + 1));
  const timeDimension = reading.lexicon.cube.dimensions.find(
    ({ title, type }) => type === 'time' && title === date,
  );
  if (timeDimension === undefined) return undefined;
  const ambiguities = reading.ambiguities.filter(({ about }) => about !== 'which date');
  const dated: Reading = { ...reading, timeDimension, ambiguities };
  const completed = completePlan(dated, today);
  return completed.ok ? { plan: completed.plan, reading: dated } : undefined;
}
