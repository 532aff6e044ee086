import {
  BREAK,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { GraphQLContext } from '../schema/context.ts';
import { holdsAll, requiredScopes } from '../schema/scopes.ts';
import { unguardedSchema } from '../schema/unguarded-schema.ts';

/** What documents are compiled against. */
export interface CompilerOptions {
  /** The served schema, or one that answers the same to those for whom an operation is compiled. */
  readonly schema: GraphQLSchema;
  /** Whose requests a document is compiled for, told by their context; null for nobody's. */
  readonly isFor: (document: DocumentNode) => ((context: unknown) => boolean) | null;
}

/** The schema without its rules, for callers to whom they refuse nothing. */
export const unguarded: CompilerOptions = {
  schema: unguardedSchema,
  isFor(document) {
    const required = requiredScopes(unguardedSchema, document);
    return required && ((context) => holdsAll((context as GraphQLContext).caller, required));
  },
};

/** A query or mutation as a function. Its errors are worded otherwise than the executor's. */
export interface CompiledOperation {
  /** Answers without `data` when variables do not fit; then nothing was executed. */
  readonly run: CompiledQuery['query'];
  readonly isFor: (context: unknown) => boolean;
}

/** Null for what cannot be compiled. */
export function compileOperation(
  { schema, isFor }: CompilerOptions,
  document: DocumentNode,
  operationName?: string | null,
): CompiledOperation | null {
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
