/** @param day as `YYYY-MM-DD` */
export function dayAfter(day: string, days = 1): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + days);
  return next.toISOString().slice(0, 10);
}
