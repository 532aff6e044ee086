import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Mask } from './masked-error.ts';

/** Limits of one operation. If it exceeds any of them, nothing of it runs. */
export interface OperationLimits {
  /** Characters of the document. */
  readonly length: number;
  /** Tokens of the document, counted before it is parsed. */
  readonly tokens: number;
  readonly aliases: number;
  readonly directives: number;
  /** Levels of nested fields. */
  readonly depth: number;
  /** Selected fields, with fragments expanded. */
  readonly breadth: number;
  /** Estimated number of fields in the response, with lists of the requested length. */
  readonly complexity: number;
  /** Operations of one HTTP request. */
  readonly batch: number;
}

/** Applies the limits to every operation. @param introspection whether introspection is allowed */
export function useOperationLimits(limits: OperationLimits, introspection: boolean, mask: Mask): Plugin {
  const rules = [
    limitRule('aliases', limits.aliases, 'Field', (node) => 'alias' in node && node.alias !== undefined),
    limitRule('directives', limits.directives, 'Directive', () => true),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  /** The refusal; undefined for an operation within the limits. */
  const refuse = (args: ExecutionArgs) => {
    try {
      requireCost(limits, args);
      return undefined;
    } catch (error) {
      return hasValidVariables(args) ? { errors: [mask(error)] } : undefined;
    }
  };
  return {
    onValidate({ addValidationRule }) {
      for (const rule of rules) addValidationRule(rule);
    },
    onExecute({ args, setResultAndStopExecution }) {
      const refused = refuse(args);
      if (refused !== undefined) setResultAndStopExecution(refused);
    },
    // The subscriber, which may start a turn, must not run for a refused operation.
    onSubscribe({ args, setResultAndStopExecution }) {
      const refused = refuse(args);
      if (refused !== undefined) setResultAndStopExecution(refused);
    },
  };
}

/** @throws GraphQLError `BAD_REQUEST` if the operation costs too much or its cost cannot be computed */
function requireCost(limits: OperationLimits, args: ExecutionArgs): void {
  const { schema, document, operationName, variableValues, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  // Execution reports this itself.
  if (!operation) return;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const cost = complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    { schema, ctx: contextValue as object, variables: variableValues ?? {} },
  );
  for (const name of ['depth', 'breadth', 'complexity'] as const) {
    if (cost[name] > limits[name]) throw overLimit(name, limits[name]);
  }
}

/** Execution refuses invalid variables itself, with the path of each. */
function hasValidVariables({ schema, document, operationName, variableValues }: ExecutionArgs): boolean {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  return !('errors' in getVariableValues(schema, variableDefinitions, variableValues ?? {}));
}

function limitRule(
  name: 'aliases' | 'directives',
  limit: number,
  kind: 'Field' | 'Directive',
  counts: (node: object) => boolean,
): ValidationRule {
  return (context: ValidationContext): ASTVisitor => {
    let count = 0;
    return {
      [kind](node: object) {
        if (!counts(node)) return;
        count += 1;
        if (count === limit + 1) context.reportError(overLimit(name, limit));
      },
    };
  };
}

function overLimit(name: keyof OperationLimits, limit: number): GraphQLError {
  return new GraphQLError(`The operation is too expensive: its ${name} is over the limit of ${limit}.`, {
    extensions: { code: 'BAD_REQUEST' },
  });
}
