import { type Grain, grainOfName, isNumberType, isTimeType } from '../contract/columns.ts';
import type { DescribedColumn } from '../contract/tools.ts';
import type { Column } from '../engines/query-engine.ts';
import type { FieldCatalog } from './fields.ts';

/** A column of a result; how it is written is as the data model and the query say. */
export function describedColumn(
  { name, columnType }: Column,
  fields: FieldCatalog,
  grains: ReadonlyMap<string, Grain>,
): DescribedColumn {
  const field = fields.find(name);
  const granularity = isTimeType(columnType) ? (grains.get(name) ?? grainOfName(name)) : undefined;
  const format = isNumberType(columnType) ? field?.format : undefined;
  return {
    name,
    column_type: columnType,
    ...(granularity === undefined ? {} : { granularity }),
    ...(format === 'percent' || format === 'currency' || format === 'id' ? { format } : {}),
    ...(format === 'currency' && field?.currency !== undefined ? { currency: field.currency } : {}),
  };
}
