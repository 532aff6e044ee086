import type { PrismaClient } from '../../db/generated/client.ts';
import type { PolicyName } from '../../semantic/model/drafts.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { nearestName } from '../../yaml/suggestion.ts';
import type { LoadedWorkspace } from './load-workspace.ts';

/** A group or user attribute that a policy names, but that `inlay.yml` does not declare for an account with this model. */
interface UndeclaredName {
  readonly account: string;
  readonly used: PolicyName;
  /** A declared name that differs only slightly. */
  readonly nearest: string | undefined;
}

/** The undeclared names of all accounts, except groups of embed tenants, which only sessions create. */
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

/** Those that are not in the database either, where the API and sessions may have created them. */
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
 * The problems that undeclared names cause. A name that differs slightly from a declared one is a mistake. Any other is
 * only a warning, since the API or a session may create it later (decision 026).
 */
export function namesProblems(undeclared: readonly UndeclaredName[]): {
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
} {
  const [mistakes, warnings]: [Problem[], Problem[]] = [[], []];
  for (const { account, used, nearest } of undeclared) {
    const { file, line, path, kind, name } = used;
    const [noun, list] = kind === 'group' ? ['group', 'groups'] : ['user attribute', 'userAttributes'];
    const unknown = `The account ${account} has no ${noun} "${name}".`;
    const remedy =
      nearest === undefined
        ? `No user has it until it is declared in ${list} of inlay.yml or created through the API.`
        : `Did you mean "${nearest}"? Otherwise, declare it in ${list} of inlay.yml.`;
    const problem = { file, line, path, message: `${unknown} ${remedy}` };
    (nearest === undefined ? warnings : mistakes).push(problem);
  }
  return { mistakes, warnings };
}
