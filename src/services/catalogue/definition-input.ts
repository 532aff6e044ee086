import { z } from 'zod';
import { caps, lineOfText, textBlock } from '../input.ts';

/** A group that a session brings to its embed tenant (spec: groupDefinitions). */
export const groupDefinitionSchema = z.object({
  name: lineOfText(),
  description: textBlock(caps.textChars).nullish(),
});

/** A user attribute that a session brings to its embed tenant (spec: userAttributeDefinitions). */
export const attributeDefinitionSchema = z.object({
  name: lineOfText(),
  type: z.enum(['string', 'number', 'string_array', 'number_array']),
  displayName: lineOfText().nullish(),
  defaultValue: textBlock(caps.valueChars).nullish(),
  description: textBlock(caps.textChars).nullish(),
});

export type GroupDefinitionInput = z.output<typeof groupDefinitionSchema>;
export type AttributeDefinitionInput = z.output<typeof attributeDefinitionSchema>;
