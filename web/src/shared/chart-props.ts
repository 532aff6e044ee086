/** A Vega-Lite specification with its data in it. */
export type ChartSpec = Readonly<Record<string, unknown>>;

export interface ChartProps {
  /** The same object until the chart changes: another one is drawn anew. */
  readonly spec: ChartSpec;
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** @default 280 */
  readonly heightPx?: number;
}
