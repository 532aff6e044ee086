import type { DrillPoint } from '../shared/drill.ts';
import { words } from '../shared/words/words.ts';
import type { Chosen } from './filter-props.ts';
import type { TilePartsQuery } from './generated/graphql.ts';
import type { Tile } from './rows.ts';

/** The parts of a tile's query; undefined for one that has no such form. */
export type TileParts = NonNullable<NonNullable<TilePartsQuery['dashboard']['tile']>['refinement']>;

/** What narrows the rows of a tile: values of something, or days. */
interface Condition {
  readonly values?: readonly string[] | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/**
 * A question about a tile, or about a point of it, which an agent that knows nothing of the dashboard can answer: it has the
 * titles of the data model, the values and the days.
 * @param isTitled whether the tile's own title says what it shows
 */
export function questionAbout(
  tile: Pick<Tile, 'title'>,
  parts: TileParts | undefined,
  point: DrillPoint | undefined,
  chosen: readonly Chosen[],
  isTitled: boolean,
): string {
  const conditions = [...chosen, ...ownConditions(parts, point), ...pointConditions(point)];
  const days = conditions.flatMap(({ from, to }) => [{ from, to }]);
  // Days as text are in the order of time.
  const from = days
    .flatMap((each) => each.from ?? [])
    .toSorted()
    .at(-1);
  const to = days.flatMap((each) => each.to ?? []).toSorted()[0];
  const values = [...new Set(conditions.flatMap((each) => each.values ?? []))];
  return words().dashboard.question(subject(tile, parts, point, isTitled), values, from, to);
}

function subject(
  { title }: Pick<Tile, 'title'>,
  parts: TileParts | undefined,
  point: DrillPoint | undefined,
  isTitled: boolean,
): string {
  if (parts === undefined || parts.figures.length === 0) return title;
  const list = (of: readonly { readonly title: string }[]) => of.map((each) => each.title).join(', ');
  if (point !== undefined) return list(parts.figures);
  return isTitled ? title : words().card.title(list(parts.figures), list(parts.breakdowns));
}

/** What the tile's query selects, unless the point says so more exactly. */
function ownConditions(parts: TileParts | undefined, point: DrillPoint | undefined): readonly Condition[] {
  const members = new Set((point?.changes ?? []).map(({ filter }) => filter?.member));
  return (parts?.filters ?? []).flatMap(({ member, type, values, isExcluded, from, to }) =>
    isExcluded || members.has(member ?? undefined)
      ? []
      : [{ values, ...(type === 'TIME' ? { from, to } : {}) }],
  );
}

function pointConditions(point: DrillPoint | undefined): readonly Condition[] {
  return (point?.changes ?? []).flatMap(({ filter }) => filter ?? []);
}
