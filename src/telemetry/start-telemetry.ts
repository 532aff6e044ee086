import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiagLogger } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';
import type { Logger } from 'pino';
import { metrics, openInstruments } from './metrics.ts';
import { observeRedis } from './redis-commands.ts';
import { observeWork, recordContents } from './span.ts';

export interface TelemetryOptions {
  /** Whether spans and metrics are sent by OTLP over HTTP, as the standard `OTEL_…` variables say. */
  readonly sends: boolean;
  /** Whether spans record what people asked and were answered. */
  readonly withContents: boolean;
  /** Where metrics are served at `/metrics`, in the text format of Prometheus. Undefined means nowhere. */
  readonly metricsPort: number | undefined;
  readonly host: string;
  readonly logger: Logger;
}

/**
 * Records what this process does, until it is disposed of. The packages that do so are loaded only if something is asked for.
 * @throws the error of `listen` for a port that cannot be used
 */
export async function startTelemetry(options: TelemetryOptions): Promise<AsyncDisposable> {
  const { sends, metricsPort, logger } = options;
  await using stack = new AsyncDisposableStack();
  if (sends || metricsPort !== undefined) {
    const [api, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
    ]);
    const ofEnvironment = resources.detectResources({ detectors: [resources.envDetector] });
    // Metrics of several processes would otherwise be taken for those of one.
    const own = { 'service.name': 'inlay', 'service.instance.id': randomUUID() };
    const resource = resources.resourceFromAttributes(own).merge(ofEnvironment);
    api.diag.setLogger(diagnosticsTo(logger), { logLevel: api.DiagLogLevel.ERROR });
    stack.defer(() => api.diag.disable());
    const readers: IMetricReader[] = [];
    if (metricsPort !== undefined) readers.push(await serveMetrics(metricsPort, options.host, stack));
    if (sends && isExported('OTEL_METRICS_EXPORTER')) readers.push(await createSender());
    const senders: AsyncDisposable[] = [];
    // At once, so that a collector that is gone holds up the end of the process once and not twice.
    stack.defer(async () => {
      await Promise.all(senders.map((sender) => sender[Symbol.asyncDispose]()));
    });
    if (readers.length > 0) senders.push(await startMetrics(resource, readers));
    if (sends && isExported('OTEL_TRACES_EXPORTER')) {
      senders.push(await startTracing(resource, options.withContents));
    }
    stack.use(observeRedis());
    stack.use(observeWork());
  }
  return stack.move();
}

/** As the specification of OpenTelemetry's environment variables says. */
function isExported(name: 'OTEL_METRICS_EXPORTER' | 'OTEL_TRACES_EXPORTER'): boolean {
  return process.env[name] !== 'none';
}

async function startTracing(resource: Resource, withContents: boolean): Promise<AsyncDisposable> {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new NodeTracerProvider({ resource, spanProcessors });
  provider.register();
  recordContents(withContents);
  return {
    async [Symbol.asyncDispose]() {
      recordContents(false);
      await inTime(provider.shutdown());
      api.trace.disable();
      api.context.disable();
      api.propagation.disable();
    },
  };
}

async function startMetrics(resource: Resource, readers: IMetricReader[]): Promise<AsyncDisposable> {
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics');
  const provider = new MeterProvider({ resource, readers });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => inTime(provider.shutdown()));
  stack.use(openInstruments(provider.getMeter('inlay')));
  stack.use(metrics.residentMemory.observe(() => [[process.memoryUsage.rss(), {}]]));
  stack.use(
    metrics.cpu.observe(() => [
      [process.resourceUsage().userCPUTime / 1e6 + process.resourceUsage().systemCPUTime / 1e6, {}],
    ]),
  );
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  stack.defer(() => void delays.disable());
  stack.use(
    metrics.eventLoopDelay.observe(() => {
      const read = [50, 99, 100].map(
        (percentile) => [delays.percentile(percentile) / 1e9, { percentile: String(percentile) }] as const,
      );
      delays.reset();
      return read;
    }),
  );
  return stack.move();
}

/** Sends metrics at the interval of `OTEL_METRIC_EXPORT_INTERVAL`, by default every minute. */
async function createSender(): Promise<IMetricReader> {
  const [{ PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ]);
  const exportIntervalMillis = millisecondsOf('OTEL_METRIC_EXPORT_INTERVAL', 60_000);
  const exportTimeoutMillis = Math.min(
    millisecondsOf('OTEL_METRIC_EXPORT_TIMEOUT', 30_000),
    exportIntervalMillis,
  );
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis,
  });
}

function millisecondsOf(name: string, otherwise: number): number {
  const value = Number(process.env[name]);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** @param stack closes the port */
async function serveMetrics(port: number, host: string, stack: AsyncDisposableStack): Promise<IMetricReader> {
  const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus');
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (request.method === 'GET' && path === '/metrics') exporter.getMetricsRequestHandler(request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at GET /metrics.\n');
  });
  await once(server.listen(port, host), 'listening');
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return exporter;
}

/** A collector that is gone must not hold up the end of the process. */
const maxFlushMs = 3_000;

async function inTime(flushed: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const wait = sleep(maxFlushMs, undefined, { ref: false, signal: late.signal }).catch(() => undefined);
  await Promise.race([flushed.catch(() => undefined), wait]);
  late.abort();
}

/** A collector that does not answer must not go unnoticed, but what it answers does not belong in the log. */
function diagnosticsTo(logger: Logger): DiagLogger {
  const error = () => logger.warn('telemetry could not be exported; check OTEL_EXPORTER_OTLP_ENDPOINT');
  const ignore = () => undefined;
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
