import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { expect, it } from 'vitest';
import { metricDescriptions, metrics, openInstruments } from './metrics.ts';

it('names follow the conventions of Prometheus: lower case, base units, and _total for counters alone', () => {
  const units = { s: '_seconds', By: '_bytes', 1: '' };
  const wrong = metricDescriptions.filter(({ name, kind, unit }) => {
    const suffix = `${units[unit]}${kind === 'counter' ? '_total' : ''}`;
    return (
      !/^[a-z][a-z0-9_]*$/.test(name) ||
      !name.endsWith(suffix) ||
      (kind !== 'counter' && /_total$/.test(name))
    );
  });
  expect(wrong).toEqual([]);
  expect(new Set(metricDescriptions.map(({ name }) => name)).size).toBe(metricDescriptions.length);
});

it('records only between opening and closing, and adds up what several sources report', async () => {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  const collected = async () => {
    const { resourceMetrics } = await exporter.collect();
    const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
    return Object.fromEntries(
      all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ value }) => value)]),
    );
  };
  metrics.failure.record(1, { code: 'EARLY' });
  const opened = openInstruments(provider.getMeter('test'));
  metrics.failure.record(2, { code: 'NOT_FOUND' });
  // Other tests of this process may observe too.
  const [before = 0] = ((await collected())['inlay_result_cache_bytes'] ?? []) as number[];
  const sources = [1, 2].map((bytes) => metrics.cacheBytes.observe(() => [[bytes, {}]]));
  expect(await collected()).toMatchObject({
    inlay_failures_total: [2],
    inlay_result_cache_bytes: [before + 3],
  });
  for (const source of sources) source[Symbol.dispose]();
  opened[Symbol.dispose]();
  metrics.failure.record(1, { code: 'LATE' });
  expect(await collected()).toMatchObject({ inlay_failures_total: [2] });
  await provider.shutdown();
});
