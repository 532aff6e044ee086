import { encodeGlobalID } from '@pothos/plugin-relay';
import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { builder } from './builder.ts';
import './index.ts';

/** Connections and edges are objects as Relay has them, whoever lists what. */
const relayFields = new Map([
  ['Connection', ['edges', 'pageInfo']],
  ['Edge', ['node', 'cursor']],
]);

/** How Pothos remembers what a field or type was declared with. */
interface Declared {
  readonly pothosExposedField?: string;
  /** Of a node: what its own id is. */
  readonly pothosOptions?: { readonly id?: { readonly resolve?: (row: unknown) => string | number } };
}

/**
 * The schema without its rules: for the operations of callers who hold every scope that these ask for (`requiredScopes`),
 * and who are therefore not asked again at each field. It answers the same with less: a field that is a property of its object
 * has no resolver, and global ids are written at once.
 */
export const unguardedSchema = simplified(builder.toSchema({ sortSchema: true, disableScopeAuth: true }));

function simplified(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isProperty(type, field)) delete field.resolve;
    }
    writeIdsAtOnce(type);
  }
  return schema;
}

function isProperty(type: GraphQLObjectType, { name, extensions }: GraphQLField<unknown, unknown>): boolean {
  if ((extensions as Declared).pothosExposedField === name) return true;
  return [...relayFields].some(([suffix, names]) => type.name.endsWith(suffix) && names.includes(name));
}

function writeIdsAtOnce(type: GraphQLObjectType): void {
  const idOf = (type.extensions as Declared).pothosOptions?.id?.resolve;
  const field = type.getFields()['id'];
  if (idOf === undefined || field === undefined) return;
  field.resolve = (row) => encodeGlobalID(type.name, idOf(row));
}
