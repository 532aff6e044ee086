import { AppError } from '../../errors.ts';
import type { ColumnExpr, Expr, Grain } from './ast.ts';
import type { JoinNode, JoinTree } from './join-tree.ts';

/** Makes a value of the joined rows a column of the relation's subquery. */
export type Hide = (expr: Expr) => ColumnExpr;

/**
 * The rows of one cube of a relation, as what an aggregate folds.
 * @param what the aggregate is, at the beginning of a sentence
 */
export function grainOf(
  tree: JoinTree,
  node: JoinNode,
  hide: Hide,
  what: string,
  { varies, keepsJoins }: Pick<Grain, 'varies' | 'keepsJoins'>,
): Grain {
  return {
    isRepeated: () => tree.isRepeated(node),
    key: () => {
      const keys = [...node.cube.dimensions.values()].filter((dimension) => dimension.primaryKey);
      if (keys.length === 0) {
        throw new AppError(
          'SQL_INVALID',
          `${what} would be counted more than once here, and its cube has no primary key in the data model to prevent that.`,
        );
      }
      return keys.map((dimension) => hide(tree.dimension(node, dimension, undefined)));
    },
    varies,
    keepsJoins,
  };
}

/**
 * The cube whose rows an aggregate of the statement folds: the root, whose rows are those of the relation, or the finest that
 * its values read. Undefined where several are finest: rows of cubes that lie side by side are combined.
 */
export function rowsOf(tree: JoinTree, read: readonly JoinNode[]): JoinNode | undefined {
  const above = (node: JoinNode): JoinNode[] =>
    node.parent === undefined ? [] : [...above(node.parent), node];
  const wanted = [tree.root, ...read];
  return [tree.root, ...read.flatMap(above)].find((candidate) =>
    wanted.every((other) => tree.isToOne(candidate, other)),
  );
}
