/** A Vega-Lite specification with its data in it. */
export type ChartSpec = Readonly<Record<string, unknown>>;

export interface ChartProps {
  /** The same object until the chart changes: another object is drawn again. */
  readonly spec: ChartSpec;
  /** Description of the chart for screen readers. */
  readonly label: string;
  /** @default 280 */
  readonly heightPx?: number;
  /** Whenever it is drawn, with what makes a picture of it. */
  readonly onDrawn?: ((png: () => Promise<Blob | null>) => void) | undefined;
  /** With the row of the mark that was clicked, without what the chart added to it, and where on the screen that was. */
  readonly onClick?: ((values: Readonly<Record<string, unknown>>, place: Place) => void) | undefined;
}

/** A point of the viewport, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
