import { useMemo } from 'react';
import { Chart } from '../shared/chart.tsx';
import { withColumnFormats } from '../shared/chart-formats.ts';
import { quietLook } from '../shared/chart-look.ts';
import { valuesOfMark, withRows } from '../shared/chart-rows.ts';
import { words } from '../shared/words/words.ts';
import type { PointOfTile } from './point-menu.tsx';
import { cellsOf, columnsOf, type Result, type Tile } from './rows.ts';

interface TileChartProps {
  readonly tile: Tile;
  readonly result: Result;
  readonly heightPx: number;
  readonly onPoint: (point: PointOfTile) => void;
}

const look = { ...quietLook, mark: { cursor: 'pointer' } };

export function TileChart({ tile, result, heightPx, onPoint }: TileChartProps) {
  const { spec, columns, rows } = useMemo(() => {
    const columns = columnsOf(tile, result);
    const rows = result.rows.map(cellsOf);
    const spec = withRows(withColumnFormats({ config: look, ...tile.spec }, columns, rows), columns, rows);
    return { spec, columns, rows };
  }, [tile, result]);
  const label = tile.description === null ? tile.title : `${tile.title}: ${tile.description}`;
  return (
    <Chart
      spec={spec}
      label={words().dashboard.chartOf(label)}
      heightPx={heightPx}
      onClick={(mark, place) => onPoint({ values: valuesOfMark(mark, columns, rows), place })}
    />
  );
}
