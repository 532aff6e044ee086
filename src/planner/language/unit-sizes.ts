import { wordTable } from './word-table.ts';

/** What a unit measures, and how many of one unit of that kind it comes to. */
export interface UnitSize {
  readonly kind: string;
  readonly size: number;
}

const kinds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  time: {
    ...{ second: 1, sec: 1, minute: 60, min: 60, hour: 3_600, hr: 3_600, h: 3_600 },
    ...{ day: 86_400, week: 604_800 },
  },
  // How many days these are depends on which they are.
  calendar: { month: 1, quarter: 3, year: 12 },
  length: {
    ...{ mm: 0.001, cm: 0.01, m: 1, meter: 1, metre: 1, km: 1_000, kilometer: 1_000, kilometre: 1_000 },
    ...{ ft: 0.3048, mile: 1_609.344 },
  },
  mass: {
    ...{ mg: 0.001, g: 1, gram: 1, kg: 1_000, kilogram: 1_000, ton: 1e6, tonne: 1e6, lb: 453.592_37 },
  },
  volume: { ml: 0.001, l: 1, liter: 1, litre: 1, m3: 1_000 },
  area: { sqm: 1, m2: 1 },
  food: { kj: 1, kcal: 4.184 },
  power: { kw: 1, mw: 1_000 },
  electricity: { kwh: 1, mwh: 1_000, gwh: 1e6 },
};

const sizes = wordTable<UnitSize>(
  Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, units]) =>
      Object.entries(units).map(([unit, size]) => [unit, { kind, size }] as const),
    ),
  ),
);

/** The size of a unit by its lemma; undefined for other words, and for units such as pieces that are no part of others. */
export function unitSize(lemma: string | undefined): UnitSize | undefined {
  return lemma === undefined ? undefined : sizes[lemma];
}
