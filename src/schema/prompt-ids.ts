import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { encodeGlobalID } from '@pothos/plugin-relay';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      promptIds: PromptIdsPlugin<Types>;
    }
  }
}

/** How a node was declared to be known. */
interface NodeOptions {
  readonly id?: { readonly resolve?: (row: unknown, args: object, context: object) => unknown };
}

/**
 * Writes the global id of a node at once. The relay plugin takes a promise for it, and an object with one field that is
 * promised is promised itself: of a list, each of its objects.
 */
class PromptIdsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (field.name !== 'id' || field.kind !== 'Object') return field;
    const type = this.buildCache.getTypeConfig(field.parentType, 'Object');
    const idOf = (type.pothosOptions as NodeOptions).id?.resolve;
    if (idOf === undefined) return field;
    return {
      ...field,
      resolve: (row, args, context) => encodeGlobalID(type.name, String(idOf(row, args, context))),
    };
  }
}

SchemaBuilder.registerPlugin('promptIds', PromptIdsPlugin);
