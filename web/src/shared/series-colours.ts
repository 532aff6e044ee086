import type { Scale, Spec } from 'vega';
import { keyPrefix, tabStorage } from './tab-storage.ts';

/** Colours of series, distinguishable on light and dark backgrounds. */
export const seriesPalette: readonly string[] = [
  '#5c7cfa',
  '#20c997',
  '#fab005',
  '#ff6b6b',
  '#9775fa',
  '#22b8cf',
  '#94d82d',
  '#f783ac',
  '#ffa94d',
];
/** Of what belongs to no series: no value, and the rest of those that were left out. */
const restColour = '#868e96';

/**
 * Gives each value of a field a colour that it keeps in this tab, whatever a filter leaves beside it: in every chart, and after a
 * reload. Values of one chart get different colours as long as there are enough.
 */
export interface SeriesColours {
  of(field: string, values: readonly unknown[]): readonly string[];
}

const storageKey = `${keyPrefix}colours`;

/** Colours of more values are not kept over a reload. */
const maxKept = 2_000;

/** @param storage @default the tab's */
export function createSeriesColours(
  palette = seriesPalette,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = tabStorage(),
): SeriesColours {
  const fields = readSlots(storage?.getItem(storageKey) ?? null, palette.length);
  function keep(): void {
    const count = [...fields.values()].reduce((sum, { size }) => sum + size, 0);
    if (count > maxKept) return;
    storage?.setItem(storageKey, JSON.stringify([...fields].map(([field, known]) => [field, [...known]])));
  }
  return {
    of(field, values) {
      const known = fields.get(field) ?? new Map<string, number>();
      fields.set(field, known);
      // No value of the data stays in the browser.
      const keys = values.map((value) => hash(String(value)).toString(36));
      const before = known.size;
      // Those that have a colour keep it; only then is chosen among what is left.
      const taken = new Set(keys.flatMap((key) => known.get(key) ?? []));
      const inOthers = new Set(known.values());
      const used = new Set<number>();
      const colours = keys.map((key, index) => {
        if (values[index] === null || values[index] === 'Other') return restColour;
        let slot = known.get(key);
        if (slot === undefined) {
          slot = freeSlot(
            hash(String(values[index])),
            palette.length,
            [taken, used, inOthers],
            [taken, used],
          );
          known.set(key, slot);
          taken.add(slot);
        } else if (used.has(slot)) {
          // It met a value in this chart that has its colour from another one.
          slot = freeSlot(slot, palette.length, [taken, used], [used]);
        }
        used.add(slot);
        return palette[slot] ?? restColour;
      });
      if (known.size > before) keep();
      return colours;
    },
  };
}

/** What was kept; nothing where that cannot be read, or was of another palette. */
function readSlots(text: string | null, count: number): Map<string, Map<string, number>> {
  try {
    const kept = JSON.parse(text ?? '[]') as [string, [string, number][]][];
    const isOther = kept.some(([, slots]) => slots.some(([, slot]) => !(slot < count)));
    return new Map(isOther ? [] : kept.map(([field, slots]) => [field, new Map(slots)]));
  } catch {
    return new Map();
  }
}

/** The first slot from a start on that none of the first sets holds, else none of the second; else the start. */
function freeSlot(
  start: number,
  count: number,
  ...avoiding: readonly (readonly ReadonlySet<number>[])[]
): number {
  const slots = Array.from({ length: count }, (_, step) => (start + step) % count);
  for (const sets of avoiding) {
    const free = slots.find((slot) => !sets.some((set) => set.has(slot)));
    if (free !== undefined) return free;
  }
  return start % count;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** A scale of a chart that gives series their colours. */
export interface ColourScale {
  readonly name: string;
  /** Whose value the colours are. */
  readonly signal: string;
  readonly field: string;
}

/**
 * A compiled chart whose scales of series take their colours from signals, so that these can be chosen once the chart knows
 * its series. Scales with colours of their own stay as they are.
 */
export function withColourSignals(spec: Spec): {
  readonly spec: Spec;
  readonly scales: readonly ColourScale[];
} {
  const scales: ColourScale[] = [];
  const changed = (spec.scales ?? []).map((scale): Scale => {
    if (scale.type !== 'ordinal' || scale.range !== 'category') return scale;
    const signal = `series_colours_${scales.length}`;
    scales.push({ name: scale.name, signal, field: fieldOf(scale) });
    return { ...scale, range: { signal } };
  });
  const signals = scales.map(({ signal }) => ({ name: signal, value: [...seriesPalette] }));
  return { spec: { ...spec, scales: changed, signals: [...(spec.signals ?? []), ...signals] }, scales };
}

function fieldOf({ domain }: Scale): string {
  if (typeof domain !== 'object' || domain === null || !('field' in domain)) return '';
  return typeof domain.field === 'string' ? domain.field : '';
}
