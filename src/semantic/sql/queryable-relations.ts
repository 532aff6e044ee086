import type { Cube, DataModel, View } from '../data-model.ts';

/** The cubes and views that statements may name. */
export interface QueryableRelations {
  readonly names: readonly string[];
  find(name: string): Cube | View | undefined;
}

/** @param accessibleViews names that a statement is limited to; empty means every public cube and view */
export function queryableRelations(
  model: DataModel,
  accessibleViews: readonly string[] = [],
): QueryableRelations {
  const relations = new Map<string, Cube | View>();
  for (const relation of [...model.views.values(), ...model.cubes.values()]) {
    const isListed = accessibleViews.length === 0 || accessibleViews.includes(relation.name);
    if (relation.public && isListed && !relations.has(relation.name)) relations.set(relation.name, relation);
  }
  return {
    names: [...relations.keys()],
    find: (name) => relations.get(name) ?? onlyFolded(relations, name),
  };
}

/** The only relation whose name differs in case alone: unquoted names arrive in lower case. */
function onlyFolded(relations: ReadonlyMap<string, Cube | View>, name: string): Cube | View | undefined {
  const found = [...relations.values()].filter(
    (relation) => relation.name.toLowerCase() === name.toLowerCase(),
  );
  return found.length === 1 ? found[0] : undefined;
}
