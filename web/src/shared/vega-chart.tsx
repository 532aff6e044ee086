import { Alert, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import embed, { type EmbedOptions, type Result, type VisualizationSpec } from 'vega-embed';
import { expressionInterpreter } from 'vega-interpreter';
import type { ChartProps } from './chart.tsx';
import { numberLocaleOf, timeLocaleOf } from './vega-locale.ts';
import './vega-chart.css';

/** Loaded by `Chart` only. */
export function VegaChart({ spec, label, heightPx = 280 }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const target = document.createElement('div');
    holder.current?.append(target);
    let shown: Result | undefined;
    let gone = false;
    setFailed(false);
    const themed: EmbedOptions = scheme === 'dark' ? { ...options, theme: 'dark' } : options;
    embed(target, sized(spec, heightPx), themed).then(
      (result) => {
        if (gone) result.finalize();
        else shown = result;
      },
      () => setFailed(!gone),
    );
    return () => {
      gone = true;
      shown?.finalize();
      target.remove();
    };
  }, [spec, scheme, heightPx]);

  if (failed) return <Alert color="yellow">This chart cannot be drawn. Its rows are in the table.</Alert>;
  return <div ref={holder} role="img" aria-label={label} />;
}

/** The pages' policy allows neither `eval`, which Vega's own compiler needs, nor style elements without the nonce. */
const options: EmbedOptions = {
  ast: true,
  expr: expressionInterpreter,
  actions: false,
  defaultStyle: false,
  tooltip: { disableDefaultStyle: true },
  config: { background: 'transparent', font: 'system-ui, sans-serif' },
  formatLocale: { ...numberLocaleOf() },
  timeFormatLocale: { ...timeLocaleOf() },
};

/** Only a single view can follow its container; others keep the sizes that they state. */
function sized(spec: ChartProps['spec'], height: number): VisualizationSpec {
  const single = 'mark' in spec || 'layer' in spec;
  const size = { width: 'container', height, autosize: { type: 'fit', contains: 'padding' } };
  return (single ? { ...spec, ...size } : spec) as VisualizationSpec;
}
