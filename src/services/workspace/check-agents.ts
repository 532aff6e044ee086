import { AppError } from '../../errors.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import { describeStatement } from '../../semantic/sql/describe-statement.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { suggest } from '../../yaml/suggestion.ts';
import { dialects } from './dialects.ts';
import type { Workspace } from './parse-workspace.ts';

/**
 * Finds accessible views that the model of an agent does not have, and certified queries that the agent could not run.
 * Skips agents whose model is not valid.
 */
export async function checkAgents(
  { accounts, problemsAt }: Workspace,
  models: ReadonlyMap<string, DataModel>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [account, { agents, deployments }] of accounts.entries()) {
    for (const [index, { deploymentId, accessibleViews, certifiedQueries }] of agents.entries()) {
      const deployment = deployments.find(({ id }) => id === deploymentId);
      const model = models.get(deployment?.model ?? '');
      if (deployment === undefined || model === undefined) continue;
      const path = ['accounts', account, 'agents', index];
      const views = accessibleViews.flatMap((view, position) => {
        const message = viewMistake(model, view);
        return message === undefined ? [] : problemsAt([...path, 'accessibleViews', position], message);
      });
      problems.push(...views);
      // With unknown views, it is unknown what the queries may read.
      if (views.length > 0) continue;
      for (const [position, { sql }] of certifiedQueries.entries()) {
        const { type } = deployment.dataSource;
        const mistakeWithin = (within: readonly string[]) =>
          statementMistake(describeStatement(sql, model, dialects[type], within));
        const mistake = await mistakeWithin(accessibleViews);
        if (mistake === undefined) continue;
        const isBeyond = accessibleViews.length > 0 && (await mistakeWithin([])) === undefined;
        const remedy = ` The agent may use ${accessibleViews.join(', ')}: write the query over these, or extend accessibleViews.`;
        const message = isBeyond ? mistake + remedy : mistake;
        problems.push(...problemsAt([...path, 'certifiedQueries', position, 'sql'], message));
      }
    }
  }
  return problems;
}

async function statementMistake(described: Promise<unknown>): Promise<string | undefined> {
  try {
    await described;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function viewMistake(model: DataModel, name: string): string | undefined {
  const relations = [...model.views.values(), ...model.cubes.values()];
  const found = relations.find((relation) => relation.name === name);
  if (found?.public === true) return undefined;
  if (found !== undefined) return `The ${found.kind} "${name}" is not public, so agents cannot use it.`;
  const names = relations.filter((relation) => relation.public).map((relation) => relation.name);
  return `The model has no cube or view "${name}".${suggest(name, names)}`;
}
