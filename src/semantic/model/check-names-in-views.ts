import type { Cube, DataModel, View } from '../data-model.ts';
import type { ProblemList } from './problem-list.ts';

/**
 * Warns of views that show what the rows of a cube are called without the key that tells them apart: figures by that name would
 * take people who share it for one.
 */
export function checkNamesInViews({ cubes, views }: DataModel, problems: ProblemList): void {
  for (const view of views.values()) {
    const keyed = pathsWithKey(view);
    for (const [name, { path, member }] of view.members) {
      const cube = cubes.get(path.at(-1) ?? '');
      const isName = member.kind === 'dimension' && cube !== undefined && isOwnName(member.name, cube);
      const key = isName ? publicKey(cube) : undefined;
      if (key === undefined || keyed.has(path.join('.'))) continue;
      problems.warn(
        { ...view.location, path: `views.${view.name}` },
        `shows "${name}" without "${key}", the primary key of "${cube?.name}": rows that share a name are taken for one. ` +
          `Include "${key}" from "${path.join('.')}" as well.`,
      );
    }
  }
}

function pathsWithKey({ members }: View): ReadonlySet<string> {
  const keys = [...members.values()].filter(({ member }) => member.kind === 'dimension' && member.primaryKey);
  return new Set(keys.map(({ path }) => path.join('.')));
}

function publicKey({ dimensions }: Cube): string | undefined {
  const keys = [...dimensions.values()].filter((it) => it.primaryKey);
  return keys.length === 1 && keys[0]?.public === true ? keys[0].name : undefined;
}

/** `name`, `full_name`, and `customer_name` of customers. */
function isOwnName(name: string, cube: Cube): boolean {
  const named = /^(?:(.+)_)?name$/.exec(name.toLowerCase());
  const [, of = 'full'] = named ?? [];
  return named !== null && (of === 'full' || cube.name.toLowerCase().startsWith(of));
}
