import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { encodeGlobalID } from '@pothos/plugin-relay';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      promptIds: PromptIdsPlugin<Types>;
    }
  }
}

/** The options of `builder.node` that this plugin reads. */
interface NodeOptions {
  readonly id?: { readonly resolve?: (row: unknown, args: object, context: object) => unknown };
}

/**
 * Resolves the global id of a node without a promise. The Relay plugin returns one, which makes every object with an id
 * asynchronous, including each object of a list.
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
