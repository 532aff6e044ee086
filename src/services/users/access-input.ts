import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import { caps, isStorable, lineOfText, unstorableMessage } from '../input.ts';

/** `externalId`: lowercase and trimmed; never normalised (spec: Session generation request body; contract §4). */
export const externalIdSchema = lineOfText()
  .refine((value) => value === value.trim(), 'must not start or end with spaces')
  .refine((value) => value === value.toLowerCase(), 'must be lowercase');

/** Elements of `userAttributes`. Whether the value fits is decided against the definition. */
export const userAttributeSchema = z
  .object({ name: lineOfText(), value: z.unknown().optional() })
  // A misspelt `value` must not clear what row-level security rests on.
  .refine((entry) => entry.value !== undefined, {
    path: ['value'],
    message: 'is missing; null clears the value',
  });

export const userAttributesSchema = z
  .array(userAttributeSchema)
  .max(caps.listItems)
  .superRefine((entries, check) => {
    for (const issue of duplicateNames(entries)) {
      check.addIssue({ code: 'custom', path: issue.path.split('.'), message: issue.message });
    }
  });

export const groupNamesSchema = z.array(lineOfText()).max(caps.listItems);

/** `securityContext`: a JSON object, capped in size and depth. */
export const securityContextSchema = z.custom<Record<string, unknown>>().superRefine((value, check) => {
  const problem = securityContextProblem(value);
  if (problem !== null) check.addIssue({ code: 'custom', message: problem });
});

function securityContextProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  // Depth comes first: what follows recurses.
  if (!isWithinDepth(value, caps.securityContextDepth)) {
    return `must be nested at most ${caps.securityContextDepth} deep`;
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > caps.securityContextBytes) {
    return `must have at most ${caps.securityContextBytes} bytes as JSON`;
  }
  // JSON.stringify writes a lone surrogate and NUL as escapes, which jsonb refuses.
  return everyString(value, isStorable) ? null : unstorableMessage;
}

/** Whether objects and arrays are nested at most `depth` deep. */
function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((child) => isWithinDepth(child, depth - 1));
}

function everyString(value: unknown, holds: (text: string) => boolean): boolean {
  if (typeof value === 'string') return holds(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, child]) => holds(key) && everyString(child, holds));
}

/** One issue for each name that stands in the list a second time. */
export function duplicateNames(entries: readonly { readonly name: string }[]): Issue[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    if (seen.has(entry.name)) return [{ path: `${index}.name`, message: `Duplicate name "${entry.name}"` }];
    seen.add(entry.name);
    return [];
  });
}
