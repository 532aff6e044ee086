import { suggest } from '../../yaml/suggestion.ts';
import type { SqlPart, SqlTemplate } from '../data-model.ts';
import type { CubeDraft, MemberDraft } from './drafts.ts';
import type { JoinGraph } from './join-graph.ts';
import { parseTemplate, type TemplatePiece } from './parse-template.ts';
import type { ProblemList } from './problem-list.ts';
import type { TextAt } from './properties.ts';

/** Everything that SQL of one cube may refer to. */
export interface TemplateScope {
  readonly cube: CubeDraft;
  readonly cubes: ReadonlyMap<string, CubeDraft>;
  readonly joins: JoinGraph;
  readonly problems: ProblemList;
}

/** A member that a template refers to. */
export interface MemberUse {
  readonly cube: string;
  readonly member: MemberDraft;
  readonly offset: number;
}

export interface ResolvedTemplate {
  readonly template: SqlTemplate;
  readonly uses: readonly MemberUse[];
  /** True when nothing was reported about this text. */
  readonly sound: boolean;
}

const contextVariables = new Set([
  'SECURITY_CONTEXT',
  'FILTER_PARAMS',
  'FILTER_GROUP',
  'SQL_UTILS',
  'COMPILE_CONTEXT',
  'security_context',
  'securityContext',
]);

/** Words that are values without being columns. */
const sqlWords = new Set(['true', 'false', 'null', 'current_date', 'current_time', 'current_timestamp']);

/** Looks up every reference of SQL text; what cannot be found is reported with its line and a suggestion. */
export function resolveTemplate(sql: TextAt, scope: TemplateScope): ResolvedTemplate {
  // A bare column name is qualified, so that it stays unambiguous when the cube is joined.
  const bare = sql.text.trim();
  if (/^[A-Za-z_]\w*$/.test(bare) && !sqlWords.has(bare.toLowerCase())) {
    const unquoted: SqlPart = { kind: 'text', text: `.${bare}` };
    return { template: [{ kind: 'cube', cube: scope.cube.name }, unquoted], uses: [], sound: true };
  }
  const { pieces, mistakes } = parseTemplate(sql.text.trimEnd());
  for (const { offset, message } of mistakes) scope.problems.error(sql.placeOf(offset), message);
  const uses: MemberUse[] = [];
  const template: SqlPart[] = [];
  let sound = mistakes.length === 0;
  for (const piece of pieces) {
    const part = piece.kind === 'text' ? piece : resolveReference(piece, scope, uses);
    if ('problem' in part) {
      scope.problems.error(sql.placeOf(piece.kind === 'reference' ? piece.offset : 0), part.problem);
      sound = false;
    } else {
      template.push(part);
    }
  }
  return { template, uses, sound };
}

/** `{CUBE}.name`: the column that stands for a member without SQL. */
export function columnOf(cube: string, column: string): SqlTemplate {
  // Unquoted names are folded to lower case by PostgreSQL.
  const quoted = /[A-Z]/.test(column) ? `"${column}"` : column;
  return [
    { kind: 'cube', cube },
    { kind: 'text', text: `.${quoted}` },
  ];
}

type Reference = Extract<TemplatePiece, { kind: 'reference' }>;

function resolveReference(
  reference: Reference,
  scope: TemplateScope,
  uses: MemberUse[],
): SqlPart | { readonly problem: string } {
  const [head = '', ...rest] = reference.path;
  if (contextVariables.has(head)) {
    return { problem: `{${head}} is not supported: use an access policy to filter rows by the viewer.` };
  }
  const ownCube = head === 'CUBE' || head === 'TABLE' || head === scope.cube.name;
  if (rest.length === 0) {
    if (ownCube) return { kind: 'cube', cube: scope.cube.name };
    const own = reference.qualifies ? undefined : scope.cube.members.get(head);
    if (own !== undefined) return use(scope.cube.name, own, reference, uses);
    if (scope.cubes.has(head)) return cubeReference(head, scope);
    return { problem: `There is no member or cube "${head}".${suggest(head, namesIn(scope))}` };
  }
  const path = [ownCube ? scope.cube.name : head, ...rest];
  return resolvePath(path, reference, scope, uses);
}

function resolvePath(
  path: readonly string[],
  reference: Reference,
  scope: TemplateScope,
  uses: MemberUse[],
): SqlPart | { readonly problem: string } {
  const cubePath = path.slice(0, -1);
  for (const [index, step] of cubePath.entries()) {
    if (!scope.cubes.has(step)) {
      const own = index === 1 && cubePath[0] === scope.cube.name ? scope.cube.members.get(step) : undefined;
      if (own !== undefined) return { problem: `"${step}" is a ${own.kind}: it has no members.` };
      return { problem: `There is no cube "${step}".${suggest(step, scope.cubes.keys())}` };
    }
    const previous = cubePath[index - 1];
    if (previous !== undefined && !scope.joins.joins(previous, step)) {
      return { problem: `"${previous}" has no join to "${step}".` };
    }
  }
  const cubeName = cubePath.at(-1) ?? '';
  const memberName = path.at(-1) ?? '';
  const found = cubeReference(cubeName, scope);
  if ('problem' in found) return found;
  const cube = scope.cubes.get(cubeName);
  const member = cube?.members.get(memberName);
  if (member !== undefined) return use(cubeName, member, reference, uses);
  // `{orders.customers}.city` names a cube by its join path.
  if (reference.qualifies && scope.cubes.has(memberName) && scope.joins.joins(cubeName, memberName)) {
    return { kind: 'cube', cube: memberName };
  }
  const hint = suggest(memberName, cube?.members.keys() ?? []);
  return {
    problem: `"${cubeName}" has no member "${memberName}".${hint} A column is written {${cubeName}}.${memberName}.`,
  };
}

function cubeReference(name: string, scope: TemplateScope): SqlPart | { readonly problem: string } {
  if (name === scope.cube.name || scope.joins.reaches(scope.cube.name, name))
    return { kind: 'cube', cube: name };
  return { problem: `No join leads from "${scope.cube.name}" to "${name}".` };
}

function use(cube: string, member: MemberDraft, reference: Reference, uses: MemberUse[]): SqlPart {
  uses.push({ cube, member, offset: reference.offset });
  return { kind: 'member', cube, member: member.name };
}

function namesIn(scope: TemplateScope): readonly string[] {
  return ['CUBE', ...scope.cube.members.keys(), ...scope.cubes.keys()];
}
