import type { Problem } from '../../yaml/model-error.ts';
import type { Workspace } from './parse-workspace.ts';

/**
 * The models of agents that cannot be used, because the environment lacks their key or address.
 * @param problemOf why the agents of an account cannot use a model; null if they can
 */
export function unusableModels(
  { accounts, problemsAt }: Workspace,
  problemOf: (model: string, account: string) => string | null,
): readonly Problem[] {
  return accounts.flatMap(({ name, agents }, account) =>
    agents.flatMap(({ model, fallback }, index) => {
      const path = ['accounts', account, 'agents', index];
      const models = [
        { model, path: [...path, 'model'] },
        ...fallback.map((other, position) => ({ model: other, path: [...path, 'fallback', position] })),
      ];
      return models.flatMap((used) => {
        const problem = problemOf(used.model, name);
        return problem === null ? [] : problemsAt(used.path, `This model cannot be used: ${problem}.`);
      });
    }),
  );
}
