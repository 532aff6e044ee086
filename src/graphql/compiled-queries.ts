import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';

/** How often a document is executed before compiling it pays. */
const compiledAfter = 4;

type Run = CompiledQuery['query'];

/** What is known of a document: how often it came, and its compiled operations by name; null for what is not compiled. */
interface Known {
  executions: number;
  readonly compiled: Map<string | null | undefined, Compiled | null>;
}

interface Compiled {
  readonly run: Run;
  readonly isFor: (context: unknown) => boolean;
}

/** What documents are compiled against. */
export interface CompilerOptions {
  /** The served schema, or one that answers the same to those for whom an operation is compiled. */
  readonly schema: GraphQLSchema;
  /** Whose requests a document is compiled for, told by their context; null for nobody's. */
  readonly isFor: (document: DocumentNode) => ((context: unknown) => boolean) | null;
}

/**
 * Runs queries that come again and again as compiled functions. Compiled or not makes no difference to what is answered:
 * what does not end in data alone is executed again in the ordinary way, and that is the answer. A query changes nothing,
 * so it can be; mutations and subscriptions are never compiled.
 */
export function useCompiledQueries(options: CompilerOptions): Plugin {
  // The server keeps a bounded number of parsed documents; what it forgets is forgotten here.
  const known = new WeakMap<DocumentNode, Known>();

  function compiledQueryOf({ document, operationName, contextValue }: ExecutionArgs): Run | null {
    let entry = known.get(document);
    if (entry === undefined) {
      entry = { executions: 0, compiled: new Map() };
      known.set(document, entry);
    }
    entry.executions += 1;
    if (entry.executions <= compiledAfter) return null;
    let compiled = entry.compiled.get(operationName);
    if (compiled === undefined) {
      compiled = compile(options, document, operationName);
      entry.compiled.set(operationName, compiled);
    }
    return compiled?.isFor(contextValue) ? compiled.run : null;
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const run = compiledQueryOf(args);
      if (run === null) return;
      setExecuteFn(async (executed: ExecutionArgs) => {
        const { rootValue, contextValue, variableValues } = executed;
        const result: ExecutionResult = await run(rootValue, contextValue, variableValues ?? {});
        return result.errors === undefined ? result : executeFn(executed);
      });
    },
  };
}

function compile(
  { schema, isFor }: CompilerOptions,
  document: DocumentNode,
  operationName: string | null | undefined,
): Compiled | null {
  if (getOperationAST(document, operationName)?.operation !== 'query') return null;
  if (hasAbstractType(schema, document)) return null;
  const whose = isFor(document);
  if (whose === null) return null;
  const result = compileQuery(schema, document, operationName ?? undefined);
  return isCompiledQuery(result) ? { run: result.query, isFor: whose } : null;
}

/** The type of such a field is found while it runs, where the compiled code does not expect a failure. */
function hasAbstractType(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const enter = () => {
    const type = types.getType();
    if (type == null || !isAbstractType(getNamedType(type))) return undefined;
    found = true;
    return BREAK;
  };
  visit(document, visitWithTypeInfo(types, { Field: { enter } }));
  return found;
}
