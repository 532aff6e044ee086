import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { DirectiveLocation, GraphQLDirective } from 'graphql';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      partialAnswers: PartialAnswersPlugin<Types>;
    }
  }
}

/** The extension of a field that the directive describes. `codegen.ts` writes it into schema.graphql. */
export const semanticNonNull = 'semanticNonNull';

/** Extensions of a field that may fail for other reasons than its permission, such as one that reads rows. */
export const failsAlone = { failsAlone: true } as const;

export const semanticNonNullDirective = new GraphQLDirective({
  name: semanticNonNull,
  description:
    'Marks a field that is null only together with an error at its path. Clients that throw such errors can treat it as non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
});

/** From wide to narrow, each with what the descriptions of fields and types say of it. */
const permissions: readonly (readonly [scope: string, sentence: string])[] = [
  ['anyone', ''],
  ['caller', ''],
  ['chatReader', 'Not available to keys with the role `CHAT`.'],
  ['admin', 'Requires an admin key.'],
];

/**
 * Makes a field nullable that can fail on its own: each root field, each that needs a narrower permission than the object
 * that it belongs to, and each that says so ({@link failsAlone}). Its failure is null with an error at its path, and the rest of the answer stays. The permissions of such
 * fields and of types are added to their descriptions.
 */
class PartialAnswersPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    return { ...type, description: withPermission(type.description, rankOf(type.pothosOptions)) };
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isRoot = ['Query', 'Mutation', 'Subscription'].includes(field.kind);
    const needed = this.#rankOfField(field);
    // Edges and payloads have no permission of their own: the field that returns them has it.
    const given = this.#rankOfType(field.parentType);
    const isNarrower = needed > given && (given > 0 || isRoot);
    const described = isNarrower ? withPermission(field.description, needed) : field.description;
    const known = { ...field, description: described };
    const isAlone = isRoot || isNarrower || field.extensions?.['failsAlone'] === true;
    if (field.type.nullable === true || !isAlone) return known;
    const extensions = { ...field.extensions, [semanticNonNull]: true };
    return { ...known, type: { ...field.type, nullable: true }, extensions };
  }

  /** A field of objects with a permission of their own needs that too. */
  #rankOfField({ pothosOptions, type }: PothosOutputFieldConfig<Types>): number {
    const own = rankOf(pothosOptions);
    return type.kind === 'Object' ? Math.max(own, this.#rankOfType(type.ref)) : own;
  }

  #rankOfType(ref: unknown): number {
    return rankOf(this.buildCache.getTypeConfig(ref as never).pothosOptions);
  }
}

/** @param options of a type or a field */
function rankOf(options: object): number {
  const { authScopes } = options as { readonly authScopes?: object };
  const scopes = Object.keys(authScopes ?? {});
  return Math.max(0, ...scopes.map((scope) => permissions.findIndex(([name]) => name === scope)));
}

function withPermission(description: string | null | undefined, rank: number): string {
  const sentence = permissions[rank]?.[1] ?? '';
  const text = description ?? '';
  return sentence === '' || text.includes(sentence) ? text : `${text} ${sentence}`.trim();
}

SchemaBuilder.registerPlugin('partialAnswers', PartialAnswersPlugin);
