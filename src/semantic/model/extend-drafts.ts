import { suggest } from '../../yaml/suggestion.ts';
import type { CubeDraft, MemberDraft, ViewDraft } from './drafts.ts';
import type { Place, ProblemList } from './problem-list.ts';
import type { TextAt } from './properties.ts';

interface Extendable {
  readonly name: string;
  readonly place: Place;
  readonly extends: TextAt | undefined;
}

/**
 * Cubes with everything that they inherit: members and joins by name, the child's own first; policies of both. A join of the
 * parent to the child, as of employees to their supervisors, is not the child's: no cube joins itself.
 */
export function extendCubes(
  drafts: ReadonlyMap<string, CubeDraft>,
  problems: ProblemList,
): ReadonlyMap<string, CubeDraft> {
  return extendAll(drafts, 'cube', problems, (parent, child) => ({
    ...child,
    ...inheritedPresentation(parent, child),
    source: child.source ?? parent.source,
    members: inheritMembers(parent, child, problems),
    joins: [
      ...parent.joins.filter(
        ({ target }) =>
          target.text !== child.name && !child.joins.some((own) => own.target.text === target.text),
      ),
      ...child.joins,
    ],
    hierarchies: new Map([...parent.hierarchies, ...child.hierarchies]),
    policies: [...parent.policies, ...child.policies],
  }));
}

/** Views with their parents' cubes, folders and policies before their own. */
export function extendViews(
  drafts: ReadonlyMap<string, ViewDraft>,
  problems: ProblemList,
): ReadonlyMap<string, ViewDraft> {
  return extendAll(drafts, 'view', problems, (parent, child) => ({
    ...child,
    ...inheritedPresentation(parent, child),
    cubes: [...parent.cubes, ...child.cubes],
    folders: [...parent.folders, ...child.folders],
    policies: [...parent.policies, ...child.policies],
  }));
}

function extendAll<T extends Extendable>(
  drafts: ReadonlyMap<string, T>,
  noun: string,
  problems: ProblemList,
  merge: (parent: T, child: T) => T,
): ReadonlyMap<string, T> {
  const done = new Map<string, T>();
  const extend = (draft: T, descendants: readonly string[]): T => {
    const finished = done.get(draft.name);
    if (finished !== undefined) return finished;
    const extended = withParent(draft, [...descendants, draft.name]);
    done.set(draft.name, extended);
    return extended;
  };
  const withParent = (draft: T, chain: readonly string[]): T => {
    const parentName = draft.extends;
    if (parentName === undefined) return draft;
    const bareName = parentName.text.replace(/^\$?\{\s*|\s*\}$/g, '');
    const parent = drafts.get(bareName);
    if (parent === undefined) {
      const others = [...drafts.keys()].filter((name) => name !== draft.name);
      problems.error(parentName, `There is no ${noun} "${bareName}".${suggest(bareName, others)}`);
      return draft;
    }
    if (chain.includes(parent.name)) {
      const cycle = [...chain.slice(chain.indexOf(parent.name)), parent.name].join(' → ');
      problems.error(parentName, `extends is circular: ${cycle}.`);
      return draft;
    }
    return merge(extend(parent, chain), draft);
  };
  for (const draft of drafts.values()) extend(draft, []);
  return new Map([...drafts.keys()].flatMap((name) => asEntry(name, done.get(name))));
}

function asEntry<T>(name: string, value: T | undefined): [string, T][] {
  return value === undefined ? [] : [[name, value]];
}

function inheritedPresentation(parent: CubeDraft | ViewDraft, child: CubeDraft | ViewDraft) {
  return {
    title: child.title ?? parent.title,
    description: child.description ?? parent.description,
    public: child.public ?? parent.public,
    meta: { ...parent.meta, ...child.meta },
    aiContext: child.aiContext ?? parent.aiContext,
    synonyms: child.synonyms.length > 0 ? child.synonyms : parent.synonyms,
  };
}

function inheritMembers(
  parent: CubeDraft,
  child: CubeDraft,
  problems: ProblemList,
): ReadonlyMap<string, MemberDraft> {
  const members = new Map(parent.members);
  for (const [name, member] of child.members) {
    const inherited = members.get(name);
    if (inherited !== undefined && inherited.kind !== member.kind) {
      problems.error(
        member.place,
        `"${name}" is a ${inherited.kind} in "${parent.name}", which this cube extends, and a ${member.kind} here.`,
      );
    }
    members.set(name, member);
  }
  return members;
}
