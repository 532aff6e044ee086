import type { PrismaClient } from '../../db/generated/client.ts';
import type { PolicyName } from '../../semantic/model/drafts.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { nearestName } from '../../yaml/suggestion.ts';
import type { LoadedWorkspace } from './load-workspace.ts';

/** A group or user attribute that a policy names and that `inlay.yml` does not define for an account with this model. */
export interface UndeclaredName {
  readonly account: string;
  readonly used: PolicyName;
  /** A declared one that is nearly the same. */
  readonly nearest: string | undefined;
}

/** Those of all accounts. Groups of embed tenants are made by sessions only: they are never declared. */
export function undeclaredNames({ accounts, policyNames }: LoadedWorkspace): readonly UndeclaredName[] {
  return accounts.flatMap((account) => {
    const declared = {
      group: account.groups.map(({ name }) => name),
      userAttribute: account.userAttributes.map(({ name }) => name),
    };
    const folders = account.deployments.flatMap(({ model, branches }) => [model, ...Object.values(branches)]);
    const used = new Set(folders.flatMap((folder) => policyNames.get(folder) ?? []));
    return [...used]
      .filter(({ kind, name }) => !declared[kind].includes(name) && !/^tenant:/.test(name))
      .map((each) => ({
        account: account.name,
        used: each,
        nearest: nearestName(each.name, declared[each.kind]),
      }));
  });
}

/** Those of them that the state does not know either: what was made through the API, or by sessions, is there alone. */
export async function withoutMade(
  prisma: PrismaClient,
  undeclared: readonly UndeclaredName[],
): Promise<readonly UndeclaredName[]> {
  if (undeclared.length === 0) return [];
  const where = {
    account: { name: { in: undeclared.map(({ account }) => account) } },
    name: { in: undeclared.map(({ used }) => used.name) },
  };
  const [groups, attributes] = await Promise.all([
    prisma.group.groupBy({ by: ['accountId', 'name'], where: { ...where, embedTenantId: null } }),
    prisma.userAttributeDefinition.groupBy({ by: ['accountId', 'name'], where }),
  ]);
  const accounts = await prisma.account.findMany({ where: where.account, select: { id: true, name: true } });
  const made = { group: groups, userAttribute: attributes };
  return undeclared.filter(({ account, used }) => {
    const id = accounts.find(({ name }) => name === account)?.id;
    return !made[used.kind].some(({ accountId, name }) => accountId === id && name === used.name);
  });
}

/**
 * What is said of them. One that is nearly a declared name is a mistake; any other may be made later, through the API or
 * by a session, so it is warned of (decision 026).
 */
export function namesProblems(undeclared: readonly UndeclaredName[]): {
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
} {
  const problems = undeclared.map(({ account, used, nearest }) => {
    const { file, line, path, kind, name } = used;
    const [noun, list] = kind === 'group' ? ['group', 'groups'] : ['user attribute', 'userAttributes'];
    const unknown = `The account ${account} has no ${noun} "${name}".`;
    const remedy =
      nearest === undefined
        ? `Until it is declared in ${list} of inlay.yml or made through the API, no user has it.`
        : `Did you mean "${nearest}"? One of its own is declared in ${list} of inlay.yml.`;
    return { file, line, path, message: `${unknown} ${remedy}`, isMistake: nearest !== undefined };
  });
  const as = ({ file, line, path, message }: Problem): Problem => ({ file, line, path, message });
  return {
    mistakes: problems.filter(({ isMistake }) => isMistake).map(as),
    warnings: problems.filter(({ isMistake }) => !isMistake).map(as),
  };
}
