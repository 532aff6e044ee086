import type { Dialect } from '../../engines/dialect.ts';
import { quoteIdentifier } from '../../quoting.ts';
import type {
  Cube,
  DataModel,
  Dimension,
  Join,
  Measure,
  Segment,
  SqlTemplate,
  ViewMember,
} from '../data-model.ts';
import { resolveAccess } from '../policy/resolve-access.ts';
import type { CompileOptions, SourceColumns } from '../sql/context.ts';
import { queryableRelations } from '../sql/queryable-relations.ts';

/** The model for checks: everything is public, there are no policies, and no measure needs a grouping by time. */
export function probeModel(model: DataModel): DataModel {
  const open = <T>(relations: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...relations].map(([name, each]) => [name, { ...each, public: true }]));
  return {
    cubes: new Map(
      [...model.cubes].map(([name, cube]): [string, Cube] => [
        name,
        {
          ...cube,
          public: true,
          accessPolicy: [],
          dimensions: open(cube.dimensions),
          measures: new Map(
            [...open(cube.measures)].map(([name, each]) => [name, { ...each, rollingWindow: undefined }]),
          ),
          segments: open(cube.segments),
        },
      ]),
    ),
    views: new Map(
      [...model.views].map(([name, view]) => [
        name,
        {
          ...view,
          public: true,
          accessPolicy: [],
          members: new Map(
            [...open(view.members)].map(([name, each]) => [name, { ...each, member: still(each.member) }]),
          ),
        },
      ]),
    ),
  };
}

function still(member: ViewMember['member']): ViewMember['member'] {
  return member.kind === 'measure' ? { ...member, rollingWindow: undefined } : member;
}

/** The model with one more dimension on the cube, which can only be read over this join. */
export function withJoinProbe(model: DataModel, cube: Cube, join: Join, column: string): DataModel {
  const sql: SqlTemplate = [
    { kind: 'cube', cube: join.target },
    { kind: 'text', text: `.${quoteIdentifier(column)}` },
  ];
  const probe: Dimension = {
    kind: 'dimension',
    name: joinProbe,
    title: joinProbe,
    description: undefined,
    synonyms: [],
    aiContext: undefined,
    meta: {},
    public: true,
    format: undefined,
    currency: undefined,
    unit: undefined,
    location: join.location,
    type: 'string',
    primaryKey: false,
    granularities: [],
    sql,
    case: undefined,
  };
  const dimensions = new Map([...cube.dimensions, [joinProbe, probe]]);
  return { ...model, cubes: new Map([...model.cubes, [cube.name, { ...cube, dimensions }]]) };
}

export const joinProbe = '__join';

/** Compiles statements over such a model. @param sourceColumns as {@link CompileOptions.sourceColumns} */
export function probeOptions(
  model: DataModel,
  dialect: Dialect,
  sourceColumns: (cube: Cube) => SourceColumns,
): CompileOptions {
  const relations = queryableRelations(model);
  const nobody = { userAttributes: {}, groups: [], securityContext: {} };
  return {
    model,
    dialect,
    timezone: 'UTC',
    relation: relations.find,
    relationNames: relations.names,
    access: (relation) => resolveAccess(relation, nobody, model.cubes),
    filters: () => [],
    sourceColumns,
  };
}

/** All SQL of a member. */
export function templatesOf(member: Dimension | Measure | Segment): readonly SqlTemplate[] {
  switch (member.kind) {
    case 'dimension':
      return [member.sql, ...(member.case?.when ?? []).map(({ sql }) => sql)];
    case 'measure':
      return [member.sql, ...member.filters];
    case 'segment':
      return [member.sql];
  }
}
