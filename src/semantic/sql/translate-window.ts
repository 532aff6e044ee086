import type { Node, WindowDef } from 'libpg-query';
import type { FrameBound, OrderItem, WindowFrame, WindowSpec } from './ast.ts';
import type { NodeReader } from './node-reader.ts';

export function orderItem(t: NodeReader, node: Node): OrderItem {
  if (!('SortBy' in node)) throw t.unknown(node);
  const { sortby_dir, sortby_nulls, location } = node.SortBy;
  if (sortby_dir === 'SORTBY_USING') throw t.refuse(location ?? -1, 'ORDER BY … USING is not supported');
  const descending = sortby_dir === 'SORTBY_DESC';
  const nulls =
    sortby_nulls === 'SORTBY_NULLS_FIRST'
      ? 'first'
      : sortby_nulls === 'SORTBY_NULLS_LAST'
        ? 'last'
        : undefined;
  return { expr: t.expression(node.SortBy.node), descending, nulls };
}

/** Bits of `frameOptions` (PostgreSQL's parsenodes.h). */
const frameBits = {
  nonDefault: 0x1,
  range: 0x2,
  rows: 0x4,
  startUnboundedPreceding: 0x20,
  endUnboundedFollowing: 0x100,
  startCurrentRow: 0x200,
  endCurrentRow: 0x400,
  startOffsetPreceding: 0x800,
  endOffsetPreceding: 0x1000,
  startOffsetFollowing: 0x2000,
  endOffsetFollowing: 0x4000,
  exclusion: 0x38000,
} as const;

export function windowSpec(t: NodeReader, definition: WindowDef): WindowSpec {
  return {
    base: definition.refname,
    partition: (definition.partitionClause ?? []).map((item) => t.expression(item)),
    order: (definition.orderClause ?? []).map((item) => orderItem(t, item)),
    frame: windowFrame(t, definition),
  };
}

function windowFrame(t: NodeReader, definition: WindowDef): WindowFrame | undefined {
  const bits = definition.frameOptions ?? 0;
  if ((bits & frameBits.nonDefault) === 0) return undefined;
  if ((bits & frameBits.exclusion) !== 0)
    throw t.refuse(definition.location ?? -1, 'EXCLUDE is not supported in a window');
  const bound = (
    preceding: number,
    following: number,
    unbounded: number,
    offset: Node | undefined,
    end: boolean,
  ): FrameBound => {
    if ((bits & unbounded) !== 0) return { kind: end ? 'unboundedFollowing' : 'unboundedPreceding' };
    if ((bits & preceding) !== 0) return { kind: 'preceding', offset: t.expression(offset) };
    if ((bits & following) !== 0) return { kind: 'following', offset: t.expression(offset) };
    return { kind: 'currentRow' };
  };
  const b = frameBits;
  return {
    mode: (bits & b.rows) !== 0 ? 'ROWS' : (bits & b.range) !== 0 ? 'RANGE' : 'GROUPS',
    start: bound(
      b.startOffsetPreceding,
      b.startOffsetFollowing,
      b.startUnboundedPreceding,
      definition.startOffset,
      false,
    ),
    end: bound(
      b.endOffsetPreceding,
      b.endOffsetFollowing,
      b.endUnboundedFollowing,
      definition.endOffset,
      true,
    ),
  };
}
