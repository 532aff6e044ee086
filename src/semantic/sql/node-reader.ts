import type { Node } from 'libpg-query';
import type { AppError } from '../../errors.ts';
import type { Expr, Offset } from './ast.ts';

/** Reads the nodes of a parse tree into expressions; what reads one kind of node reads the nodes in it through this. */
export interface NodeReader {
  /** @throws AppError for a node that is not supported */
  expression(node: Node | undefined): Expr;
  /** The texts of a list of names. */
  strings(nodes: readonly Node[]): string[];
  refuse(at: Offset, message: string, hint?: string): AppError;
  unknown(node: Node): AppError;
}
