import type { Caller } from '../services/caller.ts';
import type { AppContext } from '../services/create-services.ts';
import type { Loaders } from '../services/lists/loaders.ts';

/** The context of resolvers. One for each request. */
export interface GraphQLContext {
  readonly services: AppContext & { readonly loaders: Loaders };
  readonly caller: Caller | null;
  /** The address that the request comes from; undefined if it is not known. */
  readonly clientAddress?: string | undefined;
  /** Aborts when the client disconnects; for work that only this request needs. */
  readonly signal?: AbortSignal | undefined;
}
