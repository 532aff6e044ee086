import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type ExecutionArgs,
  type ExecutionResult,
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
  /** What every answer says of the cost of its operation. */
  const told = (complexity: number) => ({ cost: { complexity, limit: limits.complexity } });
  /** What an operation costs, and the answer to one that costs too much. */
  const weigh = (args: ExecutionArgs) => {
    try {
      const cost = costOf(args);
      const name = limited.find((each) => cost[each] > limits[each]);
      const extensions = told(cost.complexity);
      if (name === undefined) return { extensions };
      return { refusal: { errors: [mask(overLimit(name, limits[name], cost[name]))], extensions } };
    } catch (error) {
      // Execution refuses invalid variables itself, with the path of each.
      return hasValidVariables(args) ? { refusal: { errors: [mask(error)] } } : {};
    }
  };
  return {
    onValidate({ addValidationRule }) {
      for (const rule of rules) addValidationRule(rule);
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { refusal, extensions } = weigh(args);
      if (refusal !== undefined) setResultAndStopExecution(refusal);
      if (extensions === undefined) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          setResult({ ...(result as ExecutionResult), extensions });
        },
      };
    },
    // The subscriber, which may start a turn, must not run for a refused operation.
    onSubscribe({ args, setResultAndStopExecution }) {
      const { refusal } = weigh(args);
      if (refusal !== undefined) setResultAndStopExecution(refusal);
    },
  };
}

const limited = ['depth', 'breadth', 'complexity'] as const;

type Cost = Readonly<Record<(typeof limited)[number], number>>;

/** @throws GraphQLError if the cost cannot be computed */
function costOf(args: ExecutionArgs): Cost {
  const { schema, document, operationName, variableValues, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  // Execution reports this itself.
  if (!operation) return { depth: 0, breadth: 0, complexity: 0 };
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    { schema, ctx: contextValue as object, variables: variableValues ?? {} },
  );
}

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
        if (count === limit + 1) context.reportError(overLimit(name, limit, undefined));
      },
    };
  };
}

/** @param value undefined if it was not counted to its end */
function overLimit(name: keyof OperationLimits, limit: number, value: number | undefined): GraphQLError {
  const excess =
    value === undefined
      ? `it has more ${name} than the limit of ${limit}`
      : `its ${name} of ${value} is over the limit of ${limit}`;
  return new GraphQLError(`The operation is too expensive: ${excess}.`, {
    extensions: { code: 'BAD_REQUEST' },
  });
}
