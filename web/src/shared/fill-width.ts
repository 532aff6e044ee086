import type { View } from 'vega';

/** Vega-Lite's names for the widths of concatenated views. */
const widthSignal = /^(width|childWidth|concat_\d+_width)$/;
/** A narrower chart shows nothing. */
const leastPx = 60;

/**
 * Resizes the charts of a view so that, with axes and legends, they are as wide as their container.
 * @param columns number of charts side by side
 */
export async function fillWidth(view: View, columns: number, placePx: number): Promise<void> {
  const drawing = view.container()?.querySelector('svg');
  if (drawing == null) return;
  // Labels change with their room, so the remaining width is distributed once more.
  for (let round = 0; round < 2; round += 1) {
    const missingPx = (placePx - drawing.width.baseVal.value) / columns;
    if (Math.abs(missingPx) < 1) return;
    const { signals } = view.getState({ signals: (name) => widthSignal.test(name ?? '') }) as {
      signals: Readonly<Record<string, unknown>>;
    };
    for (const [name, value] of Object.entries(signals)) {
      if (typeof value === 'number') view.signal(name, Math.max(leastPx, Math.floor(value + missingPx)));
    }
    await view.runAsync();
  }
}
