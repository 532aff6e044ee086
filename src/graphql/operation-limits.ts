import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** What one operation may ask for (contract §6). An operation over a limit is refused as a whole: nothing of it runs. */
export interface OperationLimits {
  /** Characters of the document. @default 100_000 */
  readonly length: number;
  /** Tokens of the document, counted before it is parsed. @default 4000 */
  readonly tokens: number;
  /** Fields that go by another name. @default 50 */
  readonly aliases: number;
  /** Directives in the document. @default 50 */
  readonly directives: number;
  /** Levels of selections. @default 14 */
  readonly depth: number;
  /** Fields that are selected, fragments spread out. @default 400 */
  readonly breadth: number;
  /** About the number of fields of the answer, with lists as long as they were asked for. @default 20000 */
  readonly complexity: number;
  /** Operations of one HTTP request. @default 10 */
  readonly batch: number;
}

export const defaultLimits: OperationLimits = {
  length: 100_000,
  tokens: 4_000,
  aliases: 50,
  directives: 50,
  depth: 14,
  breadth: 400,
  complexity: 20_000,
  batch: 10,
};

interface OperationRequest {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: unknown;
  readonly contextValue?: unknown;
}

/** Holds every operation to the limits. @param introspection whether the schema may be asked for */
export function useOperationLimits(
  limits: OperationLimits,
  introspection: boolean,
  mask: (error: unknown) => GraphQLError,
): Plugin {
  const rules = [
    limitRule('aliases', limits.aliases, 'Field', (node) => 'alias' in node && node.alias !== undefined),
    limitRule('directives', limits.directives, 'Directive', () => true),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  /** The refusal; undefined for an operation within the limits. */
  const refuse = (request: OperationRequest) => {
    try {
      requireCost(limits, request);
      return undefined;
    } catch (error) {
      return hasValidVariables(request) ? { errors: [mask(error)] } : undefined;
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
    // Before the subscriber runs: what it starts must not be started for a refused operation.
    onSubscribe({ args, setResultAndStopExecution }) {
      const refused = refuse(args);
      if (refused !== undefined) setResultAndStopExecution(refused);
    },
  };
}

/** @throws GraphQLError `BAD_REQUEST` for an operation that costs too much, or whose cost cannot be told */
function requireCost(limits: OperationLimits, request: OperationRequest): void {
  const { schema, document, operationName, variableValues, contextValue } = request;
  const operation = getOperationAST(document, operationName);
  // Execution says so itself.
  if (!operation) return;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const cost = complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    { schema, ctx: contextValue as object, variables: (variableValues ?? {}) as Record<string, unknown> },
  );
  for (const name of ['depth', 'breadth', 'complexity'] as const) {
    if (cost[name] > limits[name]) throw overLimit(name, limits[name]);
  }
}

/** Execution refuses others by itself, each by its path. */
function hasValidVariables({ schema, document, operationName, variableValues }: OperationRequest): boolean {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  const values = (variableValues ?? {}) as Record<string, unknown>;
  return !('errors' in getVariableValues(schema, variableDefinitions, values));
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
