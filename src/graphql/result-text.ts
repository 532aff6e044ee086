import type { ExecutionResult, GraphQLError } from 'graphql';

/** A result as JSON, without `extensions.http`, which is for the server. */
export function resultText(result: ExecutionResult): string {
  const { errors } = result;
  return JSON.stringify(errors === undefined ? result : { ...result, errors: errors.map(publicError) });
}

function publicError(error: GraphQLError): object {
  const { extensions, ...others } = error.toJSON();
  const { http: _, ...shown } = extensions ?? {};
  return Object.keys(shown).length === 0 ? others : { ...others, extensions: shown };
}
