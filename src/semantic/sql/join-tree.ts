import { AppError } from '../../errors.ts';
import type { Cube, Dimension, Join, SqlTemplate } from '../data-model.ts';
import type { Expr, FromItem, SelectQuery, Target, Zone } from './ast.ts';
import type { CompileContext } from './context.ts';
import { sourceItem } from './cube-source.ts';
import { mapChildren, walk } from './expression-tree.ts';
import { fenced, opaque } from './fence.ts';
import { joinPath } from './join-path.ts';
import { fitted, localizedCalendar, policyMember } from './member-value.ts';
import { plainSelect } from './plain-select.ts';
import { rowFilter } from './row-filter.ts';
import { parseTemplate } from './template.ts';

/** Marks real rows of a joined cube, so that empty rows of a LEFT JOIN are not counted. */
export const presenceColumn = '__row';

export interface JoinNode {
  readonly path: readonly string[];
  readonly cube: Cube;
  readonly alias: string;
  readonly parent: JoinNode | undefined;
  readonly join: Join | undefined;
  /** Columns of the cube's source that are read by their names, as the engine writes them. */
  readonly columns: Set<string>;
  marked: boolean;
}

/**
 * Where fences are: nowhere, `within` around each cube that a policy restricts, or also `around` all cubes, because the
 * relation that reads them is itself restricted.
 */
export type Fences = 'none' | 'within' | 'around';

/**
 * The cubes that one use of a relation needs, LEFT JOINed from its root along join paths. Each cube is reduced to the rows
 * that the viewer may see before it is joined, so that a row filter never turns a LEFT JOIN into an INNER JOIN.
 */
export class JoinTree {
  readonly #context: CompileContext;
  readonly #nodes = new Map<string, JoinNode>();
  readonly #root: JoinNode;
  /** Cubes whose row filters are being built around this tree. */
  readonly #filtering: readonly string[];
  /** Whether it contains SQL that only the engine understands, which may name any column. */
  #readsText = false;

  constructor(context: CompileContext, root: Cube, filtering: readonly string[] = []) {
    this.#context = context;
    this.#filtering = filtering;
    this.#root = {
      path: [root.name],
      cube: root,
      alias: 'c0',
      parent: undefined,
      join: undefined,
      columns: new Set(),
      marked: false,
    };
    this.#nodes.set(root.name, this.#root);
  }

  get root(): JoinNode {
    return this.#root;
  }

  /** The cube at the end of a path, joined if it was not yet. */
  node(path: readonly string[]): JoinNode {
    const key = path.join('.');
    const existing = this.#nodes.get(key);
    if (existing !== undefined) return existing;
    const parent = this.node(path.slice(0, -1));
    const name = path.at(-1) ?? '';
    const cube = this.#context.model.cubes.get(name);
    const join = parent.cube.joins.find(({ target }) => target === name);
    if (cube === undefined || join === undefined) {
      throw new AppError(
        'SQL_INVALID',
        'A member of this relation needs a join that the data model does not define.',
      );
    }
    const node = {
      path,
      cube,
      alias: `c${this.#nodes.size}`,
      parent,
      join,
      columns: new Set<string>(),
      marked: false,
    };
    this.#nodes.set(key, node);
    return node;
  }

  /** Whether a row of this cube can occur in several rows of the tree, because some path from it leads to many rows. */
  isRepeated(node: JoinNode): boolean {
    return this.#leadsToMany(node, undefined);
  }

  #leadsToMany(node: JoinNode, from: JoinNode | undefined): boolean {
    if (node.parent !== undefined && node.parent !== from) {
      if (node.join?.relationship === 'many_to_one' || this.#leadsToMany(node.parent, node)) return true;
    }
    for (const child of this.#nodes.values()) {
      if (child.parent !== node || child === from) continue;
      if (child.join?.relationship === 'one_to_many' || this.#leadsToMany(child, node)) return true;
    }
    return false;
  }

  /** The cubes whose columns an expression reads. */
  nodesOf(expr: Expr): readonly JoinNode[] {
    const aliases = new Set<string>();
    walk(expr, (inner) => {
      if (inner.kind === 'column' || inner.kind === 'alias') aliases.add(inner.table);
    });
    return [...this.#nodes.values()].filter(({ alias }) => aliases.has(alias));
  }

  /** 1 for a real row, null for an empty row of a LEFT JOIN. */
  presence(node: JoinNode): Expr {
    if (node === this.#root) return oneLiteral;
    node.marked = true;
    return { kind: 'column', table: node.alias, column: presenceColumn, type: 'integer', isExact: true };
  }

  /** True when an access policy hides rows of one of the cubes. */
  get isRestricted(): boolean {
    return [...this.#nodes.values()].some(({ cube }) => this.#context.access(cube).rows !== 'all');
  }

  /**
   * The value of a dimension.
   * @param localize the time zone in which stored times are taken apart; that of the query is also the one they are shown in
   */
  dimension(
    node: JoinNode,
    dimension: Dimension,
    localize: Zone | undefined,
    visiting: readonly string[] = [],
  ): Expr {
    const label = `${node.path.join('.')}.${dimension.name}`;
    if (visiting.includes(label))
      throw new AppError('SQL_INVALID', `The dimension "${dimension.name}" refers to itself.`);
    const bind = (template: SqlTemplate): Expr =>
      this.fragment(node, template, localize, [...visiting, label]);
    if (dimension.case !== undefined) {
      const text = (label: string): Expr => ({ kind: 'literal', type: 'text', text: label });
      return {
        kind: 'case',
        arg: undefined,
        whens: dimension.case.when.map((branch) => ({ when: bind(branch.sql), result: text(branch.label) })),
        otherwise: dimension.case.else === undefined ? undefined : text(dimension.case.else),
      };
    }
    return fitted(bind(dimension.sql), dimension.type, localize);
  }

  /** The model's own SQL over the columns of this tree. */
  fragment(
    node: JoinNode,
    template: SqlTemplate,
    localize: Zone | undefined,
    visiting: readonly string[] = [],
  ): Expr {
    return this.bind(node, parseTemplate(template), localize, visiting);
  }

  bind(node: JoinNode, expr: Expr, localize: Zone | undefined, visiting: readonly string[] = []): Expr {
    this.#context.budget.spend();
    if (expr.kind === 'cubeColumn') return this.#column(this.reach(node, expr.cube), expr.column);
    if (expr.kind === 'memberRef') {
      const target = this.reach(node, expr.cube);
      const dimension = target.cube.dimensions.get(expr.member);
      if (dimension !== undefined) return this.dimension(target, dimension, localize, visiting);
      const segment = target.cube.segments.get(expr.member);
      if (segment !== undefined) return this.fragment(target, segment.sql, localize, visiting);
      throw new AppError(
        'SQL_INVALID',
        `The data model uses the measure "${expr.member}" where a plain value is needed.`,
      );
    }
    if (expr.kind === 'raw') this.#readsText = true;
    const bound = mapChildren(expr, (child) => this.bind(node, child, localize, visiting));
    return localize === undefined ? bound : localizedCalendar(bound, localize);
  }

  /** True when one row of `from` has at most one row of `to`. */
  isToOne(from: JoinNode, to: JoinNode): boolean {
    const upwards = (node: JoinNode): JoinNode[] =>
      node.parent === undefined ? [node] : [node, ...upwards(node.parent)];
    const ancestors = upwards(to);
    const common = upwards(from).find((node) => ancestors.includes(node)) ?? this.#root;
    const up = upwards(from).slice(0, upwards(from).indexOf(common));
    const down = ancestors.slice(0, ancestors.indexOf(common));
    return (
      up.every((node) => node.join?.relationship !== 'many_to_one') &&
      down.every((node) => node.join?.relationship !== 'one_to_many')
    );
  }

  /** The cube that SQL at `node` means by a name. @throws AppError `SQL_INVALID` when it is not joined */
  reach(node: JoinNode, cube: string): JoinNode {
    if (cube === '' || cube === node.cube.name) return node;
    const path = joinPath(this.#context.model, node.path, cube);
    if (path === undefined)
      throw new AppError(
        'SQL_INVALID',
        'A member of this relation refers to a cube that is not joined to it.',
      );
    return this.node(path);
  }

  #column(node: JoinNode, column: string): Expr {
    if (column === '') {
      this.#readsText = true;
      return { kind: 'alias', table: node.alias };
    }
    const known = this.#context.sourceColumns(node.cube).get(column.toLowerCase());
    const { name = column, type = 'unknown', isExact = false } = known ?? {};
    node.columns.add(name);
    return { kind: 'column', table: node.alias, column, type, isExact };
  }

  /** The joined rows, once everything that reads them is bound. */
  from(fences: Fences): FromItem {
    return this.#joined(() => this.#source(this.#root, fences), fences);
  }

  #joined(root: () => FromItem, fences: Fences): FromItem {
    // Conditions read columns too. They may refer to members that need no further join, so the tree does not grow here.
    const joins = [...this.#nodes.values()].flatMap((node) =>
      node.join === undefined || node.parent === undefined
        ? []
        : [{ node, on: this.#condition(node.parent, node, node.join) }],
    );
    return joins.reduce<FromItem>(
      (left, { node, on }) => ({
        kind: 'join',
        join: 'LEFT',
        left,
        right: this.#source(node, fences),
        on,
        using: [],
        at: -1,
      }),
      root(),
    );
  }

  #condition(parent: JoinNode, node: JoinNode, join: Join): Expr {
    const bindSide = (expr: Expr): Expr => {
      if (expr.kind === 'cubeColumn' || expr.kind === 'memberRef') {
        const side = expr.cube === node.cube.name ? node : parent;
        if (expr.cube !== '' && expr.cube !== side.cube.name) {
          throw new AppError(
            'SQL_INVALID',
            'A join of the data model refers to a cube that it does not join.',
          );
        }
        return this.bind(side, { ...expr, cube: '' }, undefined);
      }
      return mapChildren(expr, bindSide);
    };
    return bindSide(parseTemplate(join.sql));
  }

  /** The cube's rows that the viewer may see. */
  #source(node: JoinNode, fences: Fences): FromItem {
    const { cube, alias } = node;
    const access = this.#context.access(cube);
    const isRestricted = access.rows !== 'all';
    const isOpaque = fences === 'around' || (fences === 'within' && isRestricted);
    if (!isRestricted && !node.marked && !isOpaque) return this.#table(cube, alias);
    const inner = new JoinTree(this.#context, cube, [...this.#filtering, cube.name]);
    const where =
      access.rows === 'all'
        ? undefined
        : access.rows === 'none'
          ? falseLiteral
          : inner.#filter(this.#filtering, access.rows);
    const targets = [
      ...(isOpaque ? this.#opaqueColumns(node, inner.#root.alias) : [star(inner.#root.alias)]),
      ...(node.marked ? [{ expr: oneLiteral, alias: presenceColumn }] : []),
    ];
    if (inner.isRepeated(inner.#root)) {
      throw new AppError(
        'SQL_INVALID',
        'An access policy of the data model filters over a one-to-many join.',
      );
    }
    // The root is unfiltered: its own filter is being built.
    const from = inner.#joined(() => inner.#table(cube, inner.#root.alias), fences);
    const rows: SelectQuery = { ...plainSelect, targets, from: [from], where };
    const query = isRestricted && fences !== 'none' ? fenced(rows, this.#context.dialect) : rows;
    return { kind: 'derived', query, alias, columns: [], at: -1 };
  }

  /** Those of the cube's columns that are read. */
  #opaqueColumns({ cube, columns }: JoinNode, table: string): Target[] {
    const all = this.#context.sourceColumns(cube);
    const names = this.#readsText ? [...all.values()].map(({ name }) => name) : [...columns];
    if (names.length === 0) return [{ expr: oneLiteral, alias: '__none' }];
    return names.map((name) => ({
      expr: opaque({ kind: 'column', table, column: name, type: 'unknown' }, this.#context.dialect),
      alias: name,
    }));
  }

  #filter(
    outer: readonly string[],
    rows: Exclude<ReturnType<CompileContext['access']>['rows'], string>,
  ): Expr {
    if (outer.includes(this.#root.cube.name)) {
      throw new AppError('SQL_INVALID', 'Access policies of the data model refer to each other.');
    }
    return rowFilter(rows, (name) => {
      const dimension = this.#root.cube.dimensions.get(name);
      return dimension === undefined
        ? undefined
        : policyMember(this.dimension(this.#root, dimension, 'utc'), dimension.type);
    });
  }

  #table(cube: Cube, alias: string): FromItem {
    return sourceItem(cube, alias, this.#context.dialect);
  }
}

function star(table: string): Target {
  return { expr: { kind: 'star', qualifier: table, at: -1 }, alias: undefined };
}

const oneLiteral: Expr = { kind: 'literal', type: 'integer', text: '1' };
const falseLiteral: Expr = { kind: 'literal', type: 'boolean', text: 'false' };
