import { useMemo } from 'react';
import { Chart } from '../shared/chart.tsx';
import { withColumnFormats } from '../shared/chart-formats.ts';
import { withRows } from '../shared/chart-rows.ts';
import { seriesPalette } from '../shared/series-colours.ts';
import { words } from '../shared/words/words.ts';
import { cellsOf, columnsOf, type Result, type Tile } from './rows.ts';

interface TileChartProps {
  readonly tile: Tile;
  readonly result: Result;
  readonly heightPx: number;
}

/** Removes decorative lines. Settings of the specification take precedence. */
const quiet = {
  view: { stroke: null },
  axis: {
    domain: false,
    tickSize: 0,
    labelPadding: 8,
    titleFontWeight: 500,
    titlePadding: 12,
    gridOpacity: 0.35,
  },
  axisX: { grid: false, labelFlush: false },
  axisY: { titlePadding: 16 },
  legend: { title: null, symbolType: 'circle', labelFontSize: 12 },
  mark: { color: seriesPalette[0] },
  line: { strokeWidth: 2 },
};

export function TileChart({ tile, result, heightPx }: TileChartProps) {
  const spec = useMemo(() => {
    const columns = columnsOf(tile, result);
    const rows = result.rows.map(cellsOf);
    return withRows(withColumnFormats({ config: quiet, ...tile.spec }, columns, rows), columns, rows);
  }, [tile, result]);
  const label = tile.description === null ? tile.title : `${tile.title}: ${tile.description}`;
  return <Chart spec={spec} label={words().dashboard.chartOf(label)} heightPx={heightPx} />;
}
