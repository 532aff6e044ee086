/** Marks that a chart can be asked for by name, as Vega-Lite calls them. */
export const chartMarks = ['bar', 'line', 'area', 'arc'] as const;
export type ChartMark = (typeof chartMarks)[number];

/** How every pie is drawn: as a ring, its slices apart. */
export const pieMark = { type: 'arc', innerRadius: 50, padAngle: 0.01 } as const;
