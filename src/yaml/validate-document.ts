import type { z } from 'zod';
import type { Path, YamlDocument } from './document.ts';
import { unknownSeparator } from './mapping.ts';
import type { Problem } from './model-error.ts';

export type ValidatedDocument<Output> =
  | { readonly ok: true; readonly data: Output }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A document's data as the schema returns it, or every problem with its place. */
export function validateDocument<Schema extends z.ZodType>(
  schema: Schema,
  document: YamlDocument,
): ValidatedDocument<z.output<Schema>> {
  const result = schema.safeParse(document.data, { error: messageOf });
  if (result.success) return { ok: true, data: result.data };
  return { ok: false, problems: result.error.issues.flatMap((issue) => problemsOf(document, issue, [])) };
}

const missing = 'It is missing.';

/** Codes of issues with a value as a whole. */
const unfit: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    data,
  );
}

/** Where the schema has no message of its own. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return missing;
  return issue.code === 'invalid_type' ? `Expected a ${issue.expected}.` : undefined;
}

function problemsOf(document: YamlDocument, issue: z.core.$ZodIssue, base: Path): readonly Problem[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split(unknownSeparator);
    return issue.keys.flatMap((key, i) => document.problemsAt([...path, key], messages[i] ?? '', 'key'));
  }
  if (issue.code === 'invalid_union') {
    // What is wrong inside of the one alternative that has the right shape says more than that none fits.
    const nested = issue.errors.find((issues) =>
      issues.every((each) => each.path.length > 0 || each.code === 'unrecognized_keys'),
    );
    if (nested !== undefined && nested.length > 0) {
      return nested.flatMap((each) => problemsOf(document, each, path));
    }
  }
  const isMissing = unfit.has(issue.code ?? '') && valueAt(document.data, path) === undefined;
  const message = isMissing && issue.message !== missing ? `${missing} ${issue.message}` : issue.message;
  return document.problemsAt(path, message);
}
