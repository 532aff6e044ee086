import type { MeasureType } from '../../contract/tools.ts';
import type { Cube, Dimension, Granularity, Measure, Segment, View } from '../data-model.ts';
import type { CompileContext } from './context.ts';
import { joinPath } from './join-path.ts';

/** A member of a relation and its place in the relation's join tree. */
export interface Place {
  readonly path: readonly string[];
  readonly member: Dimension | Measure | Segment;
}

/** A cube that a relation reaches along joins, and how. */
interface Joined {
  readonly cube: Cube;
  readonly path: readonly string[];
}

export interface FoundMember {
  readonly name: string;
  readonly kind: 'dimension' | 'measure' | 'segment';
}

/** What a statement can name of a cube or view: its own members and, of a cube, those of every cube that it joins. */
export class RelationMembers {
  readonly #context: CompileContext;
  readonly #relation: Cube | View;
  readonly #joins = new Map<string, Joined | undefined>();
  #dimensionNames: readonly string[] | undefined;

  constructor(context: CompileContext, relation: Cube | View) {
    this.#context = context;
    this.#relation = relation;
  }

  get #queryable(): ReadonlySet<string> {
    return this.#context.access(this.#relation).queryable;
  }

  /** Names that the viewer may use, for binding and for suggestions. */
  get names(): ReadonlySet<string> {
    return this.#queryable;
  }

  /** The member under this name: exactly, or the only one that differs in case alone or was cut by the parser. */
  find(name: string): FoundMember | undefined {
    const found = onlyNamed(this.#queryable, name);
    const place = found === undefined ? undefined : this.place(found);
    return found === undefined || place === undefined ? undefined : { name: found, kind: place.member.kind };
  }

  /** Names that the viewer may use of a cube reached along joins; undefined if no such cube is reached. */
  joinedNames(cube: string): ReadonlySet<string> | undefined {
    const joined = this.#joined(cube);
    return joined && this.#context.access(joined.cube).queryable;
  }

  /** As `find`, among the members of a cube that this one reaches along joins. The name found is qualified. */
  findJoined(cube: string, name: string): FoundMember | undefined {
    const joined = this.#joined(cube);
    const found = joined && onlyNamed(this.#context.access(joined.cube).queryable, name);
    const member = found === undefined ? undefined : joined && memberOf(joined.cube, found);
    return joined === undefined || member === undefined
      ? undefined
      : { name: `${joined.cube.name}.${member.name}`, kind: member.kind };
  }

  /** A view says itself which members it shows; a cube shows those of every cube that the viewer may query as well. */
  #joined(name: string): Joined | undefined {
    if (!this.#joins.has(name)) this.#joins.set(name, this.#reach(name));
    return this.#joins.get(name);
  }

  #reach(name: string): Joined | undefined {
    const cube = this.#relation.kind === 'cube' ? this.#context.relation(name) : undefined;
    if (cube?.kind !== 'cube' || cube === this.#relation) return undefined;
    const path = joinPath(this.#context.model, [this.#relation.name], cube.name);
    return path && { cube, path };
  }

  /** Public dimensions in the model's order, to which `*` expands. */
  get dimensionNames(): readonly string[] {
    const names =
      this.#relation.kind === 'view' ? this.#relation.members.keys() : this.#relation.dimensions.keys();
    this.#dimensionNames ??= [...names].filter(
      (name) => this.#queryable.has(name) && this.place(name)?.member.kind === 'dimension',
    );
    return this.#dimensionNames;
  }

  /** The member of exactly this name, whether or not the viewer may use it. */
  place(name: string): Place | undefined {
    if (this.#relation.kind === 'view') {
      const member = this.#relation.members.get(name);
      return member === undefined ? undefined : { path: member.path, member: member.member };
    }
    const [cube, joined] = name.split('.', 2);
    const of =
      joined === undefined ? { cube: this.#relation, path: [this.#relation.name] } : this.#joined(cube ?? '');
    const member = of && memberOf(of.cube, joined ?? name);
    return of === undefined || member === undefined ? undefined : { path: of.path, member };
  }

  /** What a time dimension can be truncated to beside the calendar's units. */
  granularities(name: string): readonly Granularity[] {
    const member = this.place(name)?.member;
    return member?.kind === 'dimension' ? member.granularities : [];
  }

  /** The measure's own type, for telling whether an aggregate written around it is the right one. */
  measureType(name: string): MeasureType | undefined {
    const place = this.place(name);
    return place?.member.kind === 'measure' ? place.member.type : undefined;
  }
}

function memberOf({ dimensions, measures, segments }: Cube, name: string): Place['member'] | undefined {
  return dimensions.get(name) ?? measures.get(name) ?? segments.get(name);
}

/** Names by themselves in lower case, and those that PostgreSQL's parser cuts; for each set of names once. */
const foldedNames = new WeakMap<ReadonlySet<string>, FoldedNames>();

interface FoldedNames {
  readonly byLowerCase: ReadonlyMap<string, readonly string[]>;
  readonly long: readonly string[];
}

function folded(names: ReadonlySet<string>): FoldedNames {
  let found = foldedNames.get(names);
  if (found === undefined) {
    const byLowerCase = Map.groupBy(names, (name) => name.toLowerCase());
    found = { byLowerCase, long: [...names].filter((name) => Buffer.byteLength(name) > keptBytes) };
    foldedNames.set(names, found);
  }
  return found;
}

/** What PostgreSQL's parser keeps of a name. */
const keptBytes = 63;

function onlyNamed(names: ReadonlySet<string>, name: string): string | undefined {
  if (names.has(name)) return name;
  const { byLowerCase, long } = folded(names);
  const alike = byLowerCase.get(name.toLowerCase()) ?? [];
  const isCut = long.length > 0 && Buffer.byteLength(name) === keptBytes;
  const others = isCut ? [...alike, ...long.filter((other) => other.startsWith(name))] : alike;
  return others.length === 1 ? others[0] : undefined;
}
