import { AppError } from '../../errors.ts';
import type { SqlPart, SqlTemplate } from '../data-model.ts';
import type { Expr } from './ast.ts';
import { WorkBudget } from './compile-limits.ts';
import { mapChildren } from './expression-tree.ts';
import { functions, isModelAggregate, windowFunctions } from './functions.ts';
import { parseSelect } from './parse.ts';
import { Translation } from './translate-expression.ts';

const fragments = new WeakMap<SqlTemplate, Expr>();

/**
 * The model's own SQL as a tree, once per template. References are `cubeColumn` (with an empty cube for the cube that
 * the SQL belongs to) and `memberRef`. What PostgreSQL's grammar or the printer does not know is kept as text, so that
 * authors may use SQL that only the engine understands.
 */
export function parseTemplate(template: SqlTemplate): Expr {
  let fragment = fragments.get(template);
  if (fragment === undefined) {
    fragment = parseFragment(template) ?? rawFragment(template);
    fragments.set(template, fragment);
  }
  return fragment;
}

/** A whole SELECT of the model's author: kept as text, references aside. */
export function rawFragment(template: SqlTemplate): Extract<Expr, { kind: 'raw' }> {
  return {
    kind: 'raw',
    parts: template.map((part) => (part.kind === 'text' ? part.text : reference(part, ''))),
  };
}

function reference(part: Exclude<SqlPart, { kind: 'text' }>, column: string): Expr {
  if (part.kind === 'member') return { kind: 'memberRef', cube: part.cube, member: part.member };
  return { kind: 'cubeColumn', cube: part.cube, column };
}

class NotAnExpression extends Error {}

function parseFragment(template: SqlTemplate): Expr | undefined {
  const text = template.map((part, index) => (part.kind === 'text' ? part.text : `"{${index}}"`)).join('');
  try {
    const { statement, source } = parseSelect(`SELECT (${text}\n)`);
    const [target, ...others] = statement.targetList ?? [];
    const isPlain =
      statement.fromClause === undefined && statement.whereClause === undefined && others.length === 0;
    if (target === undefined || !('ResTarget' in target) || !isPlain) return undefined;
    const translation = new Translation(source, new WorkBudget(), 'model', () => {
      throw new NotAnExpression();
    });
    return resolve(translation.expression(target.ResTarget.val), template);
  } catch (error) {
    if (error instanceof AppError || error instanceof NotAnExpression) return undefined;
    throw error;
  }
}

function resolve(expr: Expr, template: SqlTemplate): Expr {
  if (expr.kind === 'name') return resolveName(expr.parts, template);
  if (expr.kind === 'call') {
    const known = functions.has(expr.name) || windowFunctions.has(expr.name) || isModelAggregate(expr.name);
    const isPlain =
      !expr.star &&
      !expr.distinct &&
      expr.filter === undefined &&
      expr.order.length === 0 &&
      expr.over === undefined;
    if (!known && !isPlain) throw new NotAnExpression();
  }
  return mapChildren(expr, (child) => resolve(child, template));
}

function resolveName(parts: readonly string[], template: SqlTemplate): Expr {
  const [first = '', second] = parts;
  const index = /^\{(\d+)\}$/.exec(first)?.[1];
  if (index === undefined) {
    if (second !== undefined) throw new NotAnExpression();
    return { kind: 'cubeColumn', cube: '', column: first };
  }
  const part = template[Number(index)];
  if (part === undefined || part.kind === 'text' || parts.length > 2) throw new NotAnExpression();
  if ((part.kind === 'cube') !== (second !== undefined)) throw new NotAnExpression();
  return reference(part, second ?? '');
}
