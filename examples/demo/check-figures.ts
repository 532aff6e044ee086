import type { SvcSqlApiResult } from '../../src/contract/tools.ts';
import { queryShop } from '../shop/figures.ts';

export interface FigureCheck {
  /** The figures by hand, by label. */
  readonly expected: ReadonlyMap<string, number>;
  /** What differs, for a person; empty when the result holds these figures and no other. */
  readonly differences: readonly string[];
}

/**
 * Compares a result of two columns, a label and a sum of money, with SQL typed by hand that DuckDB runs on the Parquet
 * files directly: every label, to the cent.
 */
export async function checkFigures(
  result: Pick<SvcSqlApiResult, 'data'> | undefined,
  sql: string,
): Promise<FigureCheck> {
  const expected = toFigures((await queryShop(sql)).map((row) => Object.values(row)));
  const actual = toFigures(result?.data ?? []);
  const differences = [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((label) => expected.get(label) !== actual.get(label))
    .map(
      (label) => `${label}: ${actual.get(label) ?? 'missing'}, by hand ${expected.get(label) ?? 'missing'}`,
    );
  return { expected, differences };
}

function toFigures(rows: readonly (readonly unknown[])[]): ReadonlyMap<string, number> {
  return new Map(
    rows.map(([label, value]) => [
      // Engines write the same moment in different ways; a month is told by its first day.
      String(label).replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1'),
      Math.round(Number(value) * 100) / 100,
    ]),
  );
}

/** True when a text names one of the figures, or their sum, as precisely as it is written there. */
export function namesFigure(text: string, figures: ReadonlyMap<string, number>): boolean {
  const values = [...figures.values()];
  const wanted = [...values, values.reduce((sum, value) => sum + value, 0)];
  for (const [, digits = '', decimals = '', unit = ''] of text.matchAll(
    /(\d[\d,]*)(?:\.(\d+))?\s?([kKmM]\b)?/g,
  )) {
    const scale = /k/i.test(unit) ? 1e3 : /m/i.test(unit) ? 1e6 : 1;
    const written = Number(`${digits.replaceAll(',', '')}.${decimals}`) * scale;
    const tolerance = (0.5 * scale) / 10 ** decimals.length + 1e-6;
    if (written >= 1000 && wanted.some((value) => Math.abs(value - written) <= tolerance)) return true;
  }
  return false;
}
