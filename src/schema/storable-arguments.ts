import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { isStorable, unstorableMessage } from '../contract/fields.ts';
import type { Issue } from '../errors.ts';
import { validationFailed } from '../errors.ts';
import type { GraphQLContext } from './context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      storableArguments: StorableArgumentsPlugin<Types>;
    }
  }
}

type Resolver<Context extends object> = GraphQLFieldResolver<unknown, Context, object>;

/**
 * Refuses arguments that contain text that the database cannot store, at any depth, before the field is resolved. This
 * covers the REST door too, which runs operations of the schema.
 */
class StorableArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: Resolver<Types['Context']>,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types['Context']> {
    return guard(resolve, field);
  }

  override wrapSubscribe(
    subscribe: Resolver<Types['Context']> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types['Context']> | undefined {
    return subscribe && guard(subscribe, field);
  }
}

/** Arguments whose fields are addressed without the name of the argument. */
const wholes: ReadonlySet<string> = new Set(['input', 'filter']);

/** With a session token, these are ignored. */
const ignoredPath = /^sessionSettings(\.|$)/;

SchemaBuilder.registerPlugin('storableArguments', StorableArgumentsPlugin);

/** Extensions of a field whose argument is looked up by its hash, so that any text is allowed. */
export const looksUpByHash = { looksUpByHash: true } as const;

function guard<Types extends SchemaTypes>(
  resolve: Resolver<Types['Context']>,
  { args, extensions }: PothosOutputFieldConfig<Types>,
): Resolver<Types['Context']> {
  if (extensions?.['looksUpByHash'] === true) return resolve;
  // A malformed global id is refused on its own.
  const names = Object.keys(args).filter((name) => args[name]?.extensions?.['isRelayGlobalID'] !== true);
  if (names.length === 0) return resolve;
  return (parent, given, context, info) => {
    const issues = names.flatMap((name) => {
      const value = (given as Readonly<Record<string, unknown>>)[name];
      return issuesIn(value, wholes.has(name) ? [] : [name]);
    });
    const isUser = (context as Partial<GraphQLContext>).caller?.kind === 'user';
    const wrong = isUser ? issues.filter(({ path }) => !ignoredPath.test(path)) : issues;
    if (wrong.length > 0) throw validationFailed(wrong);
    return resolve(parent, given, context, info);
  };
}

function issuesIn(value: unknown, path: readonly string[]): Issue[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ path: path.join('.'), message: unstorableMessage }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorable(key) ? issuesIn(inner, [...path, key]) : issuesIn(key, path),
  );
}
