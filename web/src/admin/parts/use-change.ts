import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { failureText } from '../../shared/failure.ts';

/**
 * A mutation as a function.
 * @throws Error with a message for the user, when it failed
 */
export function useChange<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): (variables: Variables) => Promise<Data> {
  const client = useClient();
  return async (variables) => {
    const { data, error } = await client.mutation(document, variables).toPromise();
    if (data == null) throw new Error(failureText(error));
    return data;
  };
}
