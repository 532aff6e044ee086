/**
 * @param day as `YYYY-MM-DD`
 * @returns undefined after the year 9999, which as an open end bounds nothing
 */
export function dayAfter(day: string, days = 1): string | undefined {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + days);
  return next.getUTCFullYear() > 9_999 ? undefined : next.toISOString().slice(0, 10);
}
