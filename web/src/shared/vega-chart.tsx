import { Alert, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import embed, { type EmbedOptions, type Result, type VisualizationSpec } from 'vega-embed';
import { expressionInterpreter } from 'vega-interpreter';
import { textFunction, textOf } from './chart-formats.ts';
import type { ChartProps, Place } from './chart-props.ts';
import { fillWidth } from './fill-width.ts';
import { columnsOf, fitChart, fitOf } from './fit-chart.ts';
import { type Look, pageLook } from './look.ts';
import { withNearPoints } from './near-points.ts';
import {
  type ColourScale,
  createSeriesColours,
  type SeriesColours,
  seriesPalette,
  withColourSignals,
} from './series-colours.ts';
import { withFallback } from './theme.ts';
import { numberLocaleOf, timeLocaleOf } from './vega-locale.ts';
import { words } from './words/words.ts';
import './vega-chart.css';

/** Loaded by `Chart` only. */
export function VegaChart({ spec, label, heightPx = 280, onClick, onDrawn }: ChartProps) {
  const { ref: place, width } = useElementSize();
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<Result>(undefined);
  const scheme = useComputedColorScheme('light');
  const look = useSyncExternalStore(pageLook.subscribe, pageLook.get);
  const [failed, setFailed] = useState(false);
  const { columns, legendColumns } = fitOf(width);
  const isMeasured = width > 0;
  const fitted = useMemo(
    () => fitChart(withNearPoints(spec), heightPx, { columns, legendColumns }),
    [spec, heightPx, columns, legendColumns],
  );

  const beside = columnsOf(spec, { columns, legendColumns });
  const fill = useEffectEvent(async (result: Result) => {
    if (beside !== undefined) await fillWidth(result.view, beside, Math.floor(width));
  });

  const tell = useEffectEvent((result: Result) => onDrawn?.(() => pngOf(result)));
  const click = useEffectEvent((datum: unknown, { x, y }: Place) => {
    const values = rowOf(datum);
    if (values !== undefined) onClick?.(values, { x, y });
  });

  useEffect(() => {
    if (!isMeasured) return;
    const target = document.createElement('div');
    // Hidden until colours and width are set.
    target.style.visibility = 'hidden';
    holder.current?.append(target);
    let shown: Result | undefined;
    let gone = false;
    setFailed(false);
    const prepare = async () => {
      const result = await inTurn(() => (gone ? undefined : draw(target, fitted, scheme, look)));
      if (gone || result === undefined) return result?.finalize();
      shown = result;
      await fill(result);
      // Vega hands on the browser's own event.
      result.view.addEventListener('click', (event, item) =>
        click(item?.datum, event as unknown as MouseEvent),
      );
      target.style.visibility = '';
      drawn.current = result;
      tell(result);
    };
    prepare().catch(() => setFailed(!gone));
    return () => {
      gone = true;
      drawn.current = undefined;
      shown?.finalize();
      target.remove();
    };
  }, [fitted, scheme, look, isMeasured]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is the reason to fill it
  useEffect(() => {
    if (drawn.current !== undefined) fill(drawn.current).catch(() => setFailed(true));
  }, [width]);

  if (failed) return <Alert color="yellow">{words().chart.notDrawn}</Alert>;
  return (
    <div ref={place}>
      <div ref={holder} role="img" aria-label={label} />
    </div>
  );
}

/** Shared by all charts of the page, so that a series has the same colour in each. */
let seriesColours: { readonly palette: readonly string[]; readonly colours: SeriesColours } | undefined;

function coloursOf({ palette = seriesPalette }: Look): SeriesColours {
  if (seriesColours?.palette !== palette) seriesColours = { palette, colours: createSeriesColours(palette) };
  return seriesColours.colours;
}

/** Twice as large as on the screen, on the page's background. */
async function pngOf({ view }: Result): Promise<Blob | null> {
  const shown = view.background();
  view.background(getComputedStyle(document.body).backgroundColor);
  try {
    const canvas = await view.toCanvas(2);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    view.background(shown);
    await view.runAsync();
  }
}

/** The row behind a mark. What finds the nearest point holds the mark of that point. */
function rowOf(datum: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof datum !== 'object' || datum === null) return undefined;
  if ('datum' in datum) return rowOf(datum.datum);
  const own = Object.entries(datum).filter(([, value]) => typeof value !== 'object' || value === null);
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** The most recent drawing of any chart of the page. */
let drawing: Promise<unknown> = Promise.resolve();

/** Draws one chart after the other, yielding to user input in between. */
function inTurn<Drawn>(draws: () => Drawn | Promise<Drawn>): Promise<Drawn> {
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  const result = drawing.then(pause).then(draws);
  drawing = result.catch(() => undefined);
  return result;
}

async function draw(
  target: HTMLElement,
  spec: VisualizationSpec,
  scheme: 'light' | 'dark',
  look: Look,
): Promise<Result> {
  const colours = coloursOf(look);
  let scales: readonly ColourScale[] = [];
  const result = await embed(target, spec, {
    ...options,
    ...(scheme === 'dark' ? { theme: 'dark' } : {}),
    config: configOf(look),
    patch(compiled) {
      const patched = withColourSignals(compiled);
      ({ scales } = patched);
      return patched.spec;
    },
  });
  const { view } = result;
  for (const { name, signal, field } of scales) {
    const series = view.scale(name).domain() as readonly unknown[];
    view.signal(signal, colours.of(field, series));
  }
  if (scales.length > 0) await view.runAsync();
  return result;
}

function configOf({ palette = seriesPalette, textColor, fontFamily }: Look): object {
  const label = textColor === undefined ? {} : { labelColor: textColor, titleColor: textColor };
  return {
    background: 'transparent',
    customFormatTypes: true,
    font: fontFamily === undefined ? 'system-ui, sans-serif' : withFallback(fontFamily),
    mark: { color: palette[0] },
    axis: label,
    legend: label,
  };
}

/** The pages' policy allows neither `eval`, which Vega's own compiler needs, nor style elements without the nonce. */
const options: EmbedOptions = {
  mode: 'vega-lite',
  ast: true,
  expr: expressionInterpreter,
  actions: false,
  defaultStyle: false,
  tooltip: { disableDefaultStyle: true },
  expressionFunctions: { [textFunction]: (value: unknown, format: unknown) => textOf(value, format) },
  formatLocale: { ...numberLocaleOf() },
  timeFormatLocale: { ...timeLocaleOf() },
};
