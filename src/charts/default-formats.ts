import type { ChartColumn } from './shape.ts';
import type { Spec } from './spec/chart-spec.ts';
import { quantityStyle, timeAxis, timeStyle } from './spec.ts';

/**
 * Adds the data model's formats to axes and tooltips that have none. Fields that the specification derives from columns
 * are left alone.
 */
export function withDefaultFormats(spec: Spec, columns: readonly ChartColumn[]): Spec {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const entries = Object.entries(node).map(([key, value]) => {
      const isEncoding = key === 'encoding' && isObject(value);
      return [key, isEncoding ? withFormats(value, byName) : walk(value)] as const;
    });
    return Object.fromEntries(entries);
  };
  return walk(spec) as Spec;
}

function withFormats(encoding: Spec, columns: ReadonlyMap<string, ChartColumn>): Spec {
  const change = (value: unknown, changed: (definition: Spec, column: ChartColumn) => Spec): unknown => {
    if (!isObject(value)) return value;
    const isDerived = 'aggregate' in value || 'timeUnit' in value || 'bin' in value;
    const column = columns.get(String(value['field']));
    return column === undefined || isDerived ? value : changed(value, column);
  };
  const entries = Object.entries(encoding).map(([channel, value]) => {
    if (channel === 'tooltip') {
      const each = (one: unknown) => change(one, withFormat);
      return [channel, Array.isArray(value) ? value.map(each) : each(value)] as const;
    }
    return [channel, channel === 'x' || channel === 'y' ? change(value, withAxisFormat) : value] as const;
  });
  return Object.fromEntries(entries);
}

function withFormat(definition: Spec, column: ChartColumn): Spec {
  if ('format' in definition || 'formatType' in definition) return definition;
  if (column.role === 'number') return { ...definition, format: quantityStyle(column, true).format };
  return column.role === 'time' ? { ...definition, ...timeStyle(column) } : definition;
}

function withAxisFormat(definition: Spec, column: ChartColumn): Spec {
  const { axis = {}, type } = definition;
  if (!isObject(axis) || ['format', 'formatType', 'labelExpr', 'values'].some((name) => name in axis)) {
    return definition;
  }
  if (column.role === 'number' && type === 'quantitative') {
    return { ...definition, axis: { format: quantityStyle(column).format, ...axis } };
  }
  const style = timeAxis(column);
  if (column.role !== 'time' || type !== 'temporal' || Object.keys(style).length === 0) return definition;
  return { ...definition, axis: { ...style, ...axis } };
}

function isObject(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
