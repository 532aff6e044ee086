import { z } from 'zod';
import { caps, input, lineOfText, newName, recordId, recordInput, textBlock } from './fields.ts';
import { textFilter } from './lists.ts';
import { namedSchemas } from './shape.ts';

const description = textBlock(caps.textChars).nullish();

export const groupDefinitionInput = input(
  'GroupDefinitionInput',
  'A group to create or reuse in the embed tenant.',
  {
    name: lineOfText().describe('Name of the group. An existing group with this name is reused.'),
    description: description.describe(
      'Description of the group. It replaces the stored description if different, and never clears it.',
    ),
  },
).register(namedSchemas, { id: 'GroupDefinition' });

export type GroupDefinition = z.output<typeof groupDefinitionInput>;

export const createGroupInput = input('CreateGroupInput', 'The settings of a new tenant-wide group.', {
  name: newName().describe('Name of the group, unique within the account. At most 255 characters.'),
  description: description.describe('Description of the group. At most 2,000 characters.'),
});

export const updateGroupInput = input(
  'UpdateGroupInput',
  'Changes to a tenant-wide group. Omitted fields stay unchanged.',
  {
    id: recordId,
    name: newName()
      .nullish()
      .describe(
        'New name of the group. Policies refer to groups by name, so check those that use the old name.',
      ),
    description: description.describe('New description of the group. Null clears it.'),
  },
);

export const deleteGroupInput = recordInput('DeleteGroupInput', 'The tenant-wide group to delete.');

export const deleteEmbedTenantGroupInput = input(
  'DeleteEmbedTenantGroupInput',
  'The group of an embed tenant to delete.',
  { embedTenantName: z.string().describe('Name of the embed tenant.'), id: recordId },
);

export const groupFilter = textFilter('GroupFilter', 'groups', 'name or description');
