import { z } from 'zod';
import { lineOfText } from '../../contract/fields.ts';

/** The number of a deployment or agent, as used in paths. */
export const objectNumber = z
  .int('Expected a whole number.')
  .min(1, 'Expected 1 or more.')
  .max(999_999_999, 'Expected 999,999,999 at most.');

/** Names of other objects, none by default. */
export const names = z.array(lineOfText()).default([]);

/** A path inside the workspace. */
export const relativePathSchema = lineOfText(1_000).refine(
  (path) => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes('..'),
  'Expected a path inside the workspace, relative to it.',
);
