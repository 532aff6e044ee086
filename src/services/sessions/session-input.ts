import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import { defaultValueProblem } from '../catalogue/attribute-value.ts';
import {
  type AttributeDefinitionInput,
  attributeDefinitionSchema,
  groupDefinitionSchema,
} from '../catalogue/definition-input.ts';
import { caps, lineOfText, parseInput, validationFailed } from '../input.ts';
import {
  duplicateNames,
  externalIdSchema,
  groupNamesSchema,
  securityContextSchema,
  userAttributesSchema,
} from '../users/access-input.ts';

/** Lowercase, 5 to 36 characters, starts with a letter, ends with a letter or digit (spec: embedTenantName). */
export const embedTenantNamePattern = /^[a-z][a-z0-9-]{3,34}[a-z0-9]$/;

/** The request body of generate-session, as far as each field can be judged by itself (spec: same name). */
export const generateSessionSchema = z.object({
  deploymentId: z.int(),
  externalId: externalIdSchema.nullish(),
  internalId: lineOfText().nullish(),
  email: lineOfText(320).nullish(),
  embedTenantName: z
    .string()
    .regex(
      embedTenantNamePattern,
      'must be lowercase, have 5 to 36 characters of a-z, 0-9 and "-", start with a letter and end with a letter or digit',
    )
    .nullish(),
  creatorMode: z.boolean().nullish(),
  userAttributes: userAttributesSchema.nullish(),
  groups: groupNamesSchema.nullish(),
  userAttributeDefinitions: z.array(attributeDefinitionSchema).max(caps.listItems).nullish(),
  groupDefinitions: z.array(groupDefinitionSchema).max(caps.listItems).nullish(),
  securityContext: securityContextSchema.nullish(),
});

export type GenerateSessionInput = z.output<typeof generateSessionSchema>;

/** Fields that only an external user may come with (spec: below the request body table). */
const externalOnly = [
  'email',
  'groups',
  'userAttributes',
  'groupDefinitions',
  'userAttributeDefinitions',
  'securityContext',
] as const;

/**
 * Checks a request by the rules that need no state.
 * @throws AppError `VALIDATION_FAILED` with every issue by path
 */
export function parseGenerateSession(input: unknown): GenerateSessionInput {
  const request = parseInput(generateSessionSchema, input);
  const issues: Issue[] = [
    ...identityIssues(request),
    ...definitionIssues(request),
    ...defaultValueIssues(request.userAttributeDefinitions ?? []),
  ];
  if (issues.length > 0) throw validationFailed(issues);
  return request;
}

function identityIssues(request: GenerateSessionInput): Issue[] {
  const external = present(request.externalId);
  const internal = present(request.internalId);
  if (external === internal) {
    return [{ path: 'externalId', message: 'Exactly one of externalId or internalId is required' }];
  }
  if (!internal) return [];
  return externalOnly
    .filter((field) => present(request[field]))
    .map((field) => ({ path: field, message: `${field} is not allowed with internalId` }));
}

function definitionIssues(request: GenerateSessionInput): Issue[] {
  return (['groupDefinitions', 'userAttributeDefinitions'] as const).flatMap((field) => {
    const definitions = request[field] ?? [];
    if (definitions.length === 0) return [];
    const issues = duplicateNames(definitions).map((issue) => ({ ...issue, path: `${field}.${issue.path}` }));
    if (request.creatorMode !== true) {
      issues.push({ path: field, message: `${field} requires creatorMode to be true` });
    }
    if (!present(request.embedTenantName)) {
      issues.push({ path: field, message: `${field} requires embedTenantName` });
    }
    return issues;
  });
}

function defaultValueIssues(definitions: readonly AttributeDefinitionInput[]): Issue[] {
  return definitions.flatMap(({ type, defaultValue }, index) => {
    const message = defaultValueProblem(type, defaultValue);
    return message === null ? [] : [{ path: `userAttributeDefinitions.${index}.defaultValue`, message }];
  });
}

function present<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
