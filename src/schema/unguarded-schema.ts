import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { builder } from './builder.ts';
import './index.ts';

/** Connections and edges are objects as Relay has them, whoever lists what. */
const relayFields = new Map([
  ['Connection', ['edges', 'pageInfo']],
  ['Edge', ['node', 'cursor']],
]);

/**
 * The schema without its rules: for the operations of callers who hold every scope that these ask for (`requiredScopes`), and who are
 * therefore not asked again at each field. A field that is a property of its object has no resolver here.
 */
export const unguardedSchema = withoutNeedlessResolvers(
  builder.toSchema({ sortSchema: true, disableScopeAuth: true }),
);

interface PothosField {
  readonly pothosExposedField?: string;
}

function withoutNeedlessResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isProperty(type.name, field)) delete field.resolve;
    }
  }
  return schema;
}

function isProperty(typeName: string, { name, extensions }: GraphQLField<unknown, unknown>): boolean {
  if ((extensions as PothosField).pothosExposedField === name) return true;
  return [...relayFields].some(([suffix, names]) => typeName.endsWith(suffix) && names.includes(name));
}
