import type { ExecutionResult, GraphQLError } from 'graphql';

/** A result as clients read it: without what its errors say to the server itself. */
export function resultText(result: ExecutionResult): string {
  const { errors } = result;
  return JSON.stringify(errors === undefined ? result : { ...result, errors: errors.map(publicError) });
}

function publicError(error: GraphQLError): object {
  const { extensions, ...others } = error.toJSON();
  const { http: _, ...shown } = extensions ?? {};
  return Object.keys(shown).length === 0 ? others : { ...others, extensions: shown };
}
