/** Days since 1970-01-01 UTC. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}

export const firstDay = dayNumber('2023-07-01');
export const lastDay = dayNumber('2025-12-31');

/** 0 for January. */
export function monthOf(day: number): number {
  return new Date(day * 86_400_000).getUTCMonth();
}
