import type { z } from 'zod';
import type { readiness } from './answers.ts';

/** What `/ready` returns. */
export type Readiness = z.output<typeof readiness>;

/** Something that the service depends on. If it is `essential`, the service can do nothing without it. */
export interface ReadinessCheck {
  readonly name: string;
  /** Its account. Only admin keys of the account see the name; anyone else sees `kind`. @default none */
  readonly of?: { readonly account: string; readonly kind: string };
  readonly essential: boolean;
  readonly ping: () => Promise<void>;
  /** Known problems of something that does respond, in words for its operator. Read after `ping`. @default none */
  readonly problems?: () => Problems;
}

interface Problems {
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
}

/** How long a check may take before it counts as failed. */
const checkTimeoutMs = 3_000;

/**
 * Ready unless something essential is down. Anything else that is down is reported too, since it affects only some users.
 * @param asking the account of the admin key that asks; null for any other caller
 */
export async function readReadiness(
  checks: readonly ReadinessCheck[],
  isDraining: boolean,
  asking: Promise<string | null>,
): Promise<Readiness> {
  const timeout = AbortSignal.timeout(checkTimeoutMs);
  const timedOut = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
  });
  const inTime = <Value>(work: Promise<Value>) => Promise.race([work, timedOut]);
  const [account, ...results] = await Promise.all([
    // A caller that cannot be identified now sees what anyone sees.
    inTime(asking).catch(() => null),
    ...checks.map(async (check) => {
      const isUp = await inTime(check.ping()).then(
        () => true,
        () => false,
      );
      return { ...check, isUp, ...(check.problems?.() ?? { mistakes: [], warnings: [] }) };
    }),
  ]);
  const shown = new Map<string, 'up' | 'down'>();
  for (const { name, of, isUp } of results) {
    const label = of === undefined || of.account === account ? name : of.kind;
    if (!isUp) shown.set(label, 'down');
    else if (!shown.has(label)) shown.set(label, 'up');
  }
  const isUnavailable = results.some(({ isUp, essential }) => !isUp && essential);
  const isDegraded = results.some(({ isUp, mistakes }) => !isUp || mistakes.length > 0);
  const problems = results
    .filter(({ of }) => account !== null && of?.account === account)
    .flatMap(({ mistakes, warnings }) => [...mistakes, ...warnings]);
  const status = isUnavailable ? 'unavailable' : isDegraded ? 'degraded' : 'ready';
  return {
    status: isDraining ? 'stopping' : status,
    checks: Object.fromEntries(shown),
    ...(problems.length > 0 && { problems: [...new Set(problems)] }),
  };
}
