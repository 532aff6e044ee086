import {
  type DocumentNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Caller } from '../services/caller.ts';

/** What a field or type may ask of a caller, in its `authScopes`. */
export interface Scopes {
  /** Everybody, without credentials too. A root field that says so is open on purpose. */
  anyone: boolean;
  /** An API key with the role `admin`. */
  admin: boolean;
  /** Any valid credentials. */
  caller: boolean;
  /** Whoever may look at chats: an admin key, or the end user itself. */
  chatReader: boolean;
}

export type ScopeName = keyof Scopes;

/** The scopes that a caller holds. */
export function scopesOf(caller: Caller | null): Scopes {
  const admin = caller?.kind === 'apiKey' && caller.role === 'admin';
  return { anyone: true, admin, caller: caller !== null, chatReader: admin || caller?.kind === 'user' };
}

export function holdsAll(caller: Caller | null, required: ReadonlySet<ScopeName>): boolean {
  const scopes = scopesOf(caller);
  return [...required].every((name) => scopes[name]);
}

/** A type or a field, with the options that it was declared with. */
interface Declared {
  readonly extensions: { readonly pothosOptions?: { readonly authScopes?: object } };
}

/**
 * Every scope that a field of the document asks for, or the type that it is a field of: who holds them all is refused nothing.
 * @returns null where a rule is more than scopes, so that only the field's resolver can tell
 */
export function requiredScopes(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<ScopeName> | null {
  const rules: object[] = [];
  const add = (declared: unknown) => {
    const { authScopes } = (declared as Declared).extensions.pothosOptions ?? {};
    if (authScopes !== undefined) rules.push(authScopes);
  };
  const types = new TypeInfo(schema);
  const enter = () => {
    const type = types.getParentType();
    const field = types.getFieldDef();
    if (field) add(field);
    if (type) add(type);
    if (isObjectType(type) || isInterfaceType(type)) type.getInterfaces().forEach(add);
  };
  visit(document, visitWithTypeInfo(types, { Field: { enter } }));
  return rules.every(isTellable) ? new Set(rules.flatMap((rule) => Object.keys(rule) as ScopeName[])) : null;
}

/** A rule may also be a function, or hold others; those depend on more than who is calling. */
function isTellable(rule: object): boolean {
  if (typeof rule === 'function') return false;
  return Object.entries(rule).every(([name, isAsked]) => name in scopesOf(null) && isAsked === true);
}
