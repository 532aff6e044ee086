import type { RecordedEvaluation } from '../../contract/evaluations.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

/** The most recent evaluations of one agent that are listed. */
export const maxEvaluations = 50;

/**
 * The recorded evaluations of an agent of the caller's account, oldest first.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function listEvaluations(
  { evaluations }: Pick<ServiceContext, 'evaluations'>,
  caller: Caller | null,
  agentNumber: number,
): Promise<readonly RecordedEvaluation[]> {
  const { account } = requireAdmin(caller);
  const own = (await evaluations()).filter(
    ({ account: name, agent }) => name === account.name && agent === agentNumber,
  );
  return own.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-maxEvaluations);
}
