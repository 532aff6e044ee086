import type { QueryChange } from '@inlay/client';
import { Loader, Menu } from '@mantine/core';
import { IconFilterOff, IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from 'urql';
import type { Place } from '../shared/chart-props.ts';
import { columnOf } from '../shared/column-text.ts';
import { drillPoint } from '../shared/drill.ts';
import { DrillItems, OnlyItem, PlacedMenu } from '../shared/drill-menu.tsx';
import { words } from '../shared/words/words.ts';
import type { RowChoice } from './cross-filter.ts';
import { TilePartsDocument } from './generated/graphql.ts';
import type { Result, Tile } from './rows.ts';

/** Something of a tile that a reader points at. */
export interface PointOfTile {
  /** Of the row, by column; times as text or in milliseconds. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly place: Place;
}

interface PointMenuProps {
  readonly dashboard: string;
  readonly tile: Tile;
  readonly columns: Result['columns'];
  readonly point: PointOfTile;
  /** Undefined if no filter belongs to it. */
  readonly choice: RowChoice | undefined;
  readonly onChoose: (choice: RowChoice) => void;
  readonly onDrill: (changes: readonly QueryChange[], text: string) => void;
  /** Asks a chat about it; undefined where there is none. */
  readonly onAsk: (() => void) | undefined;
  readonly onClose: () => void;
}

/** What can be done with a bar, a point or a row of a tile. */
export function PointMenu(props: PointMenuProps) {
  const { dashboard, tile, columns, point, choice, onChoose, onDrill, onAsk, onClose } = props;
  const text = words().dashboard;
  const [{ data, fetching }] = useQuery({
    query: TilePartsDocument,
    variables: { dashboard, tile: tile.name },
  });
  const parts = data?.dashboard.tile?.refinement ?? undefined;
  const found = parts && drillPoint(parts, columns.map(columnOf), point.values);
  const said = found?.text ?? choice?.text ?? tile.title;
  return (
    <PlacedMenu place={point.place} label={words().card.drill(said)} onClose={onClose}>
      {choice === undefined ? null : choice.isChosen ? (
        <Menu.Item leftSection={<IconFilterOff size={16} aria-hidden />} onClick={() => onChoose(choice)}>
          {text.clear(choice.text)}
        </Menu.Item>
      ) : (
        <OnlyItem text={choice.text} onChoose={() => onChoose(choice)} />
      )}
      {choice === undefined && found !== undefined ? (
        <OnlyItem text={found.text} onChoose={() => onDrill(found.changes, found.text)} />
      ) : null}
      {found === undefined ? null : (
        <DrillItems point={found} onChange={(changes) => onDrill(changes, found.text)} />
      )}
      {onAsk === undefined ? null : (
        <Menu.Item leftSection={<IconMessageQuestion size={16} aria-hidden />} onClick={onAsk}>
          {text.ask}
        </Menu.Item>
      )}
      {fetching ? (
        <Menu.Item disabled aria-label={words().loading}>
          <Loader size="xs" type="dots" />
        </Menu.Item>
      ) : found === undefined && choice === undefined ? (
        <Menu.Item disabled>{text.noDetail}</Menu.Item>
      ) : null}
    </PlacedMenu>
  );
}
