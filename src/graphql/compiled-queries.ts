import { type DocumentNode, type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type CompiledOperation, type CompilerOptions, compileOperation } from './compile-operation.ts';

/** How often a document is executed before compiling it pays. */
const compiledAfter = 4;

/** What is known of a document: how often it came, and its compiled operations by name; null for what is not compiled. */
interface Known {
  executions: number;
  readonly compiled: Map<string | null | undefined, CompiledOperation | null>;
}

/**
 * Runs queries that come again and again as compiled functions. Compiled or not makes no difference to what is answered:
 * what does not end in data alone is executed again in the ordinary way, and that is the answer. A query changes nothing,
 * so it can be; mutations and subscriptions are never compiled.
 */
export function useCompiledQueries(options: CompilerOptions): Plugin {
  // The server keeps a bounded number of parsed documents; what it forgets is forgotten here.
  const known = new WeakMap<DocumentNode, Known>();

  function compiledQueryOf({ document, operationName, contextValue }: ExecutionArgs) {
    let entry = known.get(document);
    if (entry === undefined) {
      entry = { executions: 0, compiled: new Map() };
      known.set(document, entry);
    }
    entry.executions += 1;
    if (entry.executions <= compiledAfter) return null;
    let compiled = entry.compiled.get(operationName);
    if (compiled === undefined) {
      const isQuery = getOperationAST(document, operationName)?.operation === 'query';
      compiled = isQuery ? compileOperation(options, document, operationName) : null;
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
