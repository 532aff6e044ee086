/** Removes decorative lines. Settings of the specification take precedence. */
export const quietLook = {
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
  axisXQuantitative: { tickCount: 5, labelSeparation: 10 },
  axisY: { titlePadding: 16 },
  legend: { title: null, symbolType: 'circle', labelFontSize: 12 },
  line: { strokeWidth: 2 },
};
