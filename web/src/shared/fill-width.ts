import type { View } from 'vega';

/** As Vega-Lite calls the widths of views that stand beside or below each other. */
const widthSignal = /^(width|childWidth|concat_\d+_width)$/;
/** A chart that is narrower shows nothing. */
const leastPx = 60;

/**
 * Stretches or squeezes the charts of a drawing so that all of it, with its axes and legends, is as wide as its place.
 * @param columns charts beside each other
 */
export async function fillWidth(view: View, columns: number, placePx: number): Promise<void> {
  const drawing = view.container()?.querySelector('svg');
  if (drawing == null) return;
  // Labels get shorter or longer with the room that they have: what is left is given out once more.
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
