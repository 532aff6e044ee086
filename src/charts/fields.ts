import type { MemberFormat } from '../contract/columns.ts';
import type { CubeMetadata, DimensionType, MeasureType, MemberMetadata } from '../contract/tools.ts';
import { type Unit, untitledUnitOf } from '../contract/units.ts';

/** What the data model says about a result's column. */
export interface Field {
  readonly title: string;
  readonly format: MemberFormat | undefined;
  readonly currency: string | undefined;
  readonly measure: MeasureType | undefined;
  readonly dimension: DimensionType | undefined;
  /** What it is counted in, where its title does not say that. */
  readonly unit?: Unit | undefined;
}

export interface FieldCatalog {
  add(cubes: readonly CubeMetadata[]): void;
  /** By result column: a member's name, possibly with a suffix such as `_month`. */
  find(column: string): Field | undefined;
}

/** Collects members by their names, as `country` and as `customers_country`; the first relation that names one wins. */
export function createFieldCatalog(): FieldCatalog {
  const fields = new Map<string, Field>();
  const remember = (member: MemberMetadata, kind: Pick<Field, 'measure' | 'dimension' | 'unit'>): void => {
    const { title, format, currency } = member;
    const short = member.name.slice(member.name.lastIndexOf('.') + 1);
    for (const name of [short, member.name.replaceAll('.', '_')].map((it) => it.toLowerCase()))
      if (!fields.has(name)) fields.set(name, { title, format, currency, ...kind });
  };
  return {
    add(cubes) {
      for (const cube of cubes) {
        for (const it of cube.measures)
          remember(it, { measure: it.type, dimension: undefined, unit: untitledUnitOf(it) });
        for (const it of cube.dimensions) remember(it, { measure: undefined, dimension: it.type });
      }
    },
    find(column) {
      const name = column.toLowerCase();
      return fields.get(name) ?? fields.get(name.replace(granularitySuffix, ''));
    },
  };
}

const granularitySuffix = /_(hour|day|week|month|quarter|year|weekday|daytime)$/;

/** Readable title of a column that the model does not know: `share_percent` becomes `Share percent`. */
export function columnTitle(column: string, field: Field | undefined): string {
  const suffix = granularitySuffix.exec(column.toLowerCase())?.[1];
  if (field !== undefined && field.dimension === 'time' && suffix !== undefined) {
    return `${chartText(field.title)} (${suffix})`;
  }
  if (field !== undefined) return chartText(field.title);
  const words = column.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A title as a chart may have it (see `spec/`): on one line, without backslashes. */
export function chartText(title: string): string {
  return title.replaceAll(/[\\\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500);
}

/** Measures for which the sum over groups is the value of their union. */
export function isAdditive(measure: MeasureType | undefined): boolean {
  return measure === 'count' || measure === 'sum';
}
