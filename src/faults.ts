/** An error as it may be logged. */
export interface FaultDescription {
  readonly name: string;
  readonly code?: string | number;
  /** The stack, innermost call first. */
  readonly at?: readonly string[];
  readonly cause?: FaultDescription;
}

const maxCauses = 5;
const maxPlaces = 12;

/**
 * Describes an error that may contain a user's data: its name, code and stack, but neither its message nor other
 * properties. Providers repeat prompts and keys in their messages, and engines repeat rows.
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

/** The calls in a stack. The message, which may contain similar lines, is skipped. */
function placesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split('\n')
    .flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? [])
    .slice(0, maxPlaces);
}
