/** A failure as a log may hold it. */
export interface FaultDescription {
  readonly name: string;
  readonly code?: string | number;
  /** Where it was thrown, innermost first. */
  readonly at?: readonly string[];
  readonly cause?: FaultDescription;
}

const maxCauses = 5;
const maxPlaces = 12;

/**
 * What is logged of an error that may hold what nobody but its user may read: which it is and where it came from, but
 * none of its words, nor whatever else it carries. Providers repeat prompts and keys in their messages, engines repeat rows.
 */
export function describeFault(error: unknown, causes = maxCauses): FaultDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error ? codeOf(error.code) : undefined;
  const at = placesOf(error);
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(at.length === 0 ? {} : { at }),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: describeFault(error.cause, causes - 1) }),
  };
}

function codeOf(code: unknown): string | number | undefined {
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : undefined;
}

/** The lines of a stack behind its message, which may itself look like such lines. */
function placesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split('\n')
    .flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? [])
    .slice(0, maxPlaces);
}
