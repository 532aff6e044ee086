import { z } from 'zod';
import { suggest } from './suggestion.ts';

/** Separates the messages of several unknown properties, in the order of the issue's `keys`. */
export const unknownSeparator = '\n';

/** A mapping without other properties than these. */
export function mapping<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys
          .map((key) => `Unknown property.${suggest(key, Object.keys(shape)) || ` Use ${listOf(shape)}.`}`)
          .join(unknownSeparator);
      }
      return issue.input === undefined ? 'It is missing.' : 'Expected a mapping.';
    },
  });
}

function listOf(shape: z.core.$ZodShape): string {
  return Object.keys(shape).join(', ');
}
