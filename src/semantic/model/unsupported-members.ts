import type { MemberSqlIndex } from './compile-cubes.ts';
import type { CubeDraft } from './drafts.ts';
import type { ProblemList } from './problem-list.ts';

/**
 * Members that can be computed. One whose properties ask for what Inlay does not compute is left out with a warning,
 * and so is whatever is made of it: a wrong number is worse than no number.
 */
export function leaveOutUnsupported(
  drafts: ReadonlyMap<string, CubeDraft>,
  index: MemberSqlIndex,
  problems: ProblemList,
): MemberSqlIndex {
  const supported = new Map(index);
  for (const cube of drafts.values()) {
    for (const { unsupported, kind, place } of cube.members.values()) {
      if (unsupported === undefined) continue;
      problems.warn(
        place,
        `${unsupported} is known to Cube but not used by Inlay: this ${kind} is left out.`,
      );
    }
  }
  for (;;) {
    const before = supported.size;
    for (const cube of drafts.values()) {
      for (const member of cube.members.values()) {
        const missing = supported
          .get(`${cube.name}.${member.name}`)
          ?.uses.find((use) => !supported.has(`${use.cube}.${use.member.name}`));
        if (missing === undefined) continue;
        supported.delete(`${cube.name}.${member.name}`);
        const reason = `is made of "${missing.cube}.${missing.member.name}", which Inlay does not compute`;
        problems.warn(member.place, `${reason}: this ${member.kind} is left out.`);
      }
    }
    if (supported.size === before) return supported;
  }
}

/** Reports members that are made of themselves, once for each circle. */
export function checkMemberCycles(
  drafts: ReadonlyMap<string, CubeDraft>,
  index: MemberSqlIndex,
  problems: ProblemList,
): void {
  const finished = new Set<string>();
  const visit = (name: string, chain: readonly string[]): void => {
    if (finished.has(name)) return;
    const start = chain.indexOf(name);
    if (start !== -1) {
      const place = drafts.get(name.split('.')[0] ?? '')?.members.get(name.split('.')[1] ?? '')?.place;
      const circle = [...chain.slice(start), name].join(' → ');
      const hint = chain.length - start === 1 ? ' A column is written {CUBE}.column.' : '';
      if (place !== undefined) problems.error(place, `refers to itself: ${circle}.${hint}`);
      return;
    }
    for (const use of index.get(name)?.uses ?? []) visit(`${use.cube}.${use.member.name}`, [...chain, name]);
    finished.add(name);
  };
  for (const name of index.keys()) visit(name, []);
}
