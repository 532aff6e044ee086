import type { TimeSpan } from '../data-model.ts';
import type { Properties } from './properties.ts';

const day = 86_400;
const units: Readonly<Record<string, { readonly months: number; readonly seconds: number }>> = {
  second: { months: 0, seconds: 1 },
  minute: { months: 0, seconds: 60 },
  hour: { months: 0, seconds: 3_600 },
  day: { months: 0, seconds: day },
  week: { months: 0, seconds: 7 * day },
  month: { months: 1, seconds: 0 },
  quarter: { months: 3, seconds: 0 },
  year: { months: 12, seconds: 0 },
};

/** Longer ones have no use, and leave the calendar that engines know. */
const maxYears = 1_000;

/** A length such as `15 minutes`, `1 year 6 months` or `-1 day`; reported and undefined if it is none. */
export function readSpan(properties: Properties, key: string): TimeSpan | undefined {
  const written = properties.text(key);
  if (written === undefined) return undefined;
  const text = written.text.trim();
  const parts = text.match(/-?\d+\s+[A-Za-z]+/g) ?? [];
  let months = 0;
  let seconds = 0;
  let isKnown = text.replace(/\s+/g, ' ') === parts.join(' ').replace(/\s+/g, ' ') && text !== '';
  for (const part of parts) {
    const [count = '', word = ''] = part.split(/\s+/);
    const unit = units[word.toLowerCase().replace(/s$/, '')];
    isKnown &&= unit !== undefined;
    months += Number(count) * (unit?.months ?? 0);
    seconds += Number(count) * (unit?.seconds ?? 0);
  }
  if (!isKnown) {
    properties
      .get(key)
      ?.error(
        `"${written.text}" is no length of time: write 7 days, for example. Units: ${Object.keys(units).join(', ')}.`,
      );
    return undefined;
  }
  if (Math.abs(months) / 12 + Math.abs(seconds) / (366 * day) > maxYears) {
    properties.get(key)?.error(`"${written.text}" is longer than ${maxYears} years.`);
    return undefined;
  }
  return { months, seconds, text };
}
