import { useMemo } from 'react';
import { Chart } from '../shared/chart.tsx';
import { chartValues, type Result, type Tile } from './rows.ts';

interface TileChartProps {
  readonly tile: Tile;
  readonly result: Result;
  readonly heightPx: number;
}

/** Without lines that carry nothing; what the specification says itself comes first. */
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
  range: {
    category: ['#5c7cfa', '#20c997', '#fcc419', '#ff8787', '#9775fa', '#22b8cf', '#94d82d', '#ffa94d'],
  },
  bar: { color: '#5c7cfa' },
  line: { color: '#5c7cfa', strokeWidth: 2 },
  area: { color: '#5c7cfa' },
  point: { color: '#5c7cfa' },
};

export function TileChart({ tile, result, heightPx }: TileChartProps) {
  const spec = useMemo(
    () => ({ config: quiet, ...tile.spec, data: { values: chartValues(result) } }),
    [tile.spec, result],
  );
  const label = tile.description === null ? tile.title : `${tile.title}: ${tile.description}`;
  return <Chart spec={spec} label={`Chart. ${label}`} heightPx={heightPx} />;
}
