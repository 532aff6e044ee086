import { z } from 'zod';
import { parseJson } from '../json.ts';
import {
  caps,
  enumValue,
  graphqlTypes,
  input,
  lineOfText,
  newName,
  recordId,
  recordInput,
  textBlock,
} from './fields.ts';
import { textFilter } from './lists.ts';
import { namedSchemas } from './shape.ts';

export const attributeType = enumValue('UserAttributeType', "The type of a user attribute's values.", {
  string: 'Text.',
  number: 'A number.',
  string_array: 'A list of strings.',
  number_array: 'A list of numbers.',
});

export type AttributeType = z.output<typeof attributeType>;

/** A value of any attribute. {@link attributeValueProblem} checks it against the definition. */
const attributeValue = z
  .union([z.string(), z.number(), z.array(z.string()), z.array(z.number()), z.null()])
  .register(graphqlTypes, { name: 'UserAttributeValue' });

type AttributeValue = Exclude<z.output<typeof attributeValue>, null>;

export const userAttributeInput = input('UserAttributeInput', 'A value for a user attribute.', {
  name: lineOfText().describe('Name of an existing user attribute.'),
  value: attributeValue
    .optional()
    .describe(
      'Value of the type that the user attribute has. Null clears the value. Strings have at most 10,000 characters, lists at most 1,000 entries.',
    ),
})
  // A misspelt `value` must not clear what row-level security relies on.
  .refine((entry) => entry.value !== undefined, {
    path: ['value'],
    message: 'is missing; use null to clear the value',
  })
  .meta({ required: ['name', 'value'] })
  .register(namedSchemas, { id: 'UserAttributeValue' });

const displayName = lineOfText().nullish();
const defaultValue = textBlock(caps.valueChars)
  .nullish()
  .describe(
    'Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types.',
  );
const description = textBlock(caps.textChars).nullish();

export const userAttributeDefinitionInput = input(
  'UserAttributeDefinitionInput',
  'A user attribute to create or reuse in the embed tenant.',
  {
    name: lineOfText().describe(
      'Name of the user attribute. An existing user attribute with this name is reused.',
    ),
    type: attributeType.describe('Type of the values. It cannot be changed later.'),
    displayName: displayName.describe(
      'Display name of the user attribute. If given, it replaces the stored one.',
    ),
    defaultValue,
    description: description.describe(
      'Description of the user attribute. If given, it replaces the stored one.',
    ),
  },
).register(namedSchemas, { id: 'UserAttributeDefinition' });

export type UserAttributeDefinition = z.output<typeof userAttributeDefinitionInput>;

export const createUserAttributeInput = input(
  'CreateUserAttributeInput',
  'The settings of a new tenant-wide user attribute.',
  {
    name: newName().describe(
      'Name of the user attribute, unique within the account. At most 255 characters.',
    ),
    type: attributeType.describe('Type of the values. It cannot be changed later.'),
    displayName: displayName.describe('Display name of the user attribute.'),
    defaultValue,
    description: description.describe('Description of the user attribute. At most 2,000 characters.'),
  },
).superRefine(({ type, defaultValue }, check) => {
  const message = defaultValueProblem(type, defaultValue);
  if (message !== null) check.addIssue({ code: 'custom', path: ['defaultValue'], message });
});

export const updateUserAttributeInput = input(
  'UpdateUserAttributeInput',
  'Changes to a tenant-wide user attribute. Omitted fields stay unchanged, and null clears a field.',
  {
    id: recordId,
    displayName: displayName.describe('New display name of the user attribute.'),
    defaultValue,
    description: description.describe('New description of the user attribute. At most 2,000 characters.'),
  },
);

export const deleteUserAttributeInput = recordInput(
  'DeleteUserAttributeInput',
  'The tenant-wide user attribute to delete.',
);

export const deleteEmbedTenantUserAttributeInput = input(
  'DeleteEmbedTenantUserAttributeInput',
  'The user attribute of an embed tenant to delete.',
  { embedTenantName: z.string().describe('Name of the embed tenant.'), id: recordId },
);

const text = textBlock(caps.valueChars);
const valuesOf: Record<AttributeType, { schema: z.ZodType<AttributeValue>; problem: string }> = {
  string: { schema: text, problem: `must be a string of at most ${caps.valueChars} characters` },
  number: { schema: z.number(), problem: 'must be a number' },
  string_array: {
    schema: z.array(text).max(caps.listItems),
    problem: `must be an array of at most ${caps.listItems} strings`,
  },
  number_array: {
    schema: z.array(z.number()).max(caps.listItems),
    problem: `must be an array of at most ${caps.listItems} numbers`,
  },
};

/** What is wrong with `value` for an attribute of `type`, or null (spec: User-attribute value). */
export function attributeValueProblem(type: AttributeType, value: unknown): string | null {
  const { schema, problem } = valuesOf[type];
  return schema.safeParse(value).success ? null : problem;
}

/**
 * The value that a definition's `defaultValue` represents: text for `string`, a number as text for `number`, a JSON array as
 * text for the array types. Undefined if the text does not fit the type.
 */
export function parseDefaultValue(type: AttributeType, text: string): AttributeValue | undefined {
  return valuesOf[type].schema.safeParse(type === 'string' ? text : parseJson(text)).data;
}

/** What is wrong with a definition's `defaultValue` for its type, or null. Having none is fine. */
export function defaultValueProblem(type: AttributeType, text: string | null | undefined): string | null {
  if (text == null || parseDefaultValue(type, text) !== undefined) return null;
  return `must be ${type === 'number' ? "a number's text" : "a JSON array's text"} for the type ${type}`;
}

export const userAttributeFilter = textFilter(
  'UserAttributeFilter',
  'user attributes',
  'name, display name or description',
);
