import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Issue } from '../errors.ts';
import { isStorable, unstorableMessage, validationFailed } from '../services/input.ts';
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
 * Refuses arguments that hold text which no database can keep, wherever in them it stands, before anything is done with
 * them. Both doors come by here, since each operation of the REST door is one of the schema.
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

/** Arguments that services take as they are: their paths begin inside. */
const wholes: ReadonlySet<string> = new Set(['input', 'filter']);

/** Beside a session token, which names its user, these are ignored whatever they are (contract §5). */
const ignoredPath = /^sessionSettings(\.|$)/;

SchemaBuilder.registerPlugin('storableArguments', StorableArgumentsPlugin);

/** Extensions of a field whose argument is a secret: any text may be asked for, and one that is none is unknown. */
export const looksUpByHash = { looksUpByHash: true } as const;

function guard<Types extends SchemaTypes>(
  resolve: Resolver<Types['Context']>,
  { args, extensions }: PothosOutputFieldConfig<Types>,
): Resolver<Types['Context']> {
  if (extensions?.['looksUpByHash'] === true) return resolve;
  // What is no global id is refused by itself, one by one.
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
