import type { CubeMetadata, MemberMetadata } from '../../contract/tools.ts';
import { doingOf } from '../language/doers.ts';
import type { Token } from '../language/text.ts';
import { isNaming } from '../link/entities.ts';
import { onlyRolesOf, roleOf } from '../link/joined-cubes.ts';
import type { Link } from '../link/link.ts';
import { nameLemmas } from '../link/names.ts';
import { rolesOf } from '../link/role-cubes.ts';

/**
 * Whether people or things are there in several roles, and a question speaks of another one than that of a member: "approved by Kim" is
 * of approvers, and "claims of Kim" is not.
 * @param roles those of the relation that are meant only where they are named
 */
export function isOtherRole(
  member: MemberMetadata,
  { entry, tokens: own }: Link,
  tokens: readonly Token[],
  roles: ReadonlySet<string>,
): boolean {
  const role = roleOf(member);
  if (role !== undefined) return !isNamed(role, tokens);
  // "Clubs" are not those that own a pitch alone, whose members, towns and the like are told in no other way.
  const only = onlyRolesOf(member);
  const saysWhat =
    entry.kind === 'dimension' && (entry.dimension.primaryKey === true || isNaming(entry.dimension));
  if (only.length > 0 && saysWhat) return !only.some((it) => isNamed(it, tokens));
  const at = own[0] ?? 0;
  const isDoneBy = entry.kind === 'value' && tokens[at - 1]?.word === 'by';
  const deed = tokens[at - 2]?.root;
  return isDoneBy && [...roles].some((it) => doingOf(headOf(it)) === deed);
}

/** Whether a question speaks of those who have the role that a cube is there for. */
export function isInRole(cube: CubeMetadata, tokens: readonly Token[]): boolean {
  return rolesOf(cube).some((it) => isNamed(it, tokens));
}

/** Whether a role is named by its own word, or by what those in it do. */
export function isNamed(role: string, tokens: readonly Token[]): boolean {
  const head = headOf(role);
  const doing = doingOf(head);
  return tokens.some(({ lemma, root }) => lemma === head || (doing !== undefined && root === doing));
}

function headOf(role: string): string {
  // The owners of pitches are no pitches.
  const [head = role] = role.split(/ (?:of|for) /);
  return nameLemmas(head).at(-1) ?? '';
}
