import type { z } from 'zod';
import type { Path, WorkspaceDocument } from './document.ts';
import { unknownSeparator } from './mapping.ts';
import type { Problem } from './model-error.ts';

export type ParsedDocument<Output> =
  | { readonly ok: true; readonly data: Output }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A document's data as a schema wants it, or every problem where it stands. */
export function parseWritten<Schema extends z.ZodType>(
  schema: Schema,
  document: WorkspaceDocument,
): ParsedDocument<z.output<Schema>> {
  const result = schema.safeParse(document.data, { error: messageOf });
  if (result.success) return { ok: true, data: result.data };
  return { ok: false, problems: result.error.issues.flatMap((issue) => problemsOf(document, issue, [])) };
}

/** For what the schema itself has no words. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'It is missing.';
  return issue.code === 'invalid_type' ? `Expected a ${issue.expected}.` : undefined;
}

function problemsOf(document: WorkspaceDocument, issue: z.core.$ZodIssue, base: Path): readonly Problem[] {
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
  return document.problemsAt(path, issue.message);
}
