import { setTimeout as sleep } from 'node:timers/promises';
import type { DiagLogger } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { recordContents } from './span.ts';

/**
 * Sends the spans of this process by OTLP over HTTP, as the standard `OTEL_…` variables say, until it is disposed. The
 * packages that do so are loaded only then.
 * @param withContents whether spans record what people asked and were answered
 */
export async function startTracing(logger: Logger, withContents: boolean): Promise<AsyncDisposable> {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  api.diag.setLogger(diagnosticsTo(logger), { logLevel: api.DiagLogLevel.ERROR });
  const ofEnvironment = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'inlay' }).merge(ofEnvironment),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  recordContents(withContents);
  return {
    async [Symbol.asyncDispose]() {
      recordContents(false);
      await Promise.race([provider.shutdown(), sleep(maxFlushMs, undefined, { ref: false })]);
      api.trace.disable();
      api.context.disable();
      api.propagation.disable();
      api.diag.disable();
    },
  };
}

/** A collector that is gone must not hold up the end of the process. */
const maxFlushMs = 3_000;

/** A collector that does not answer must not go unnoticed, but what it answers does not belong in the log. */
function diagnosticsTo(logger: Logger): DiagLogger {
  const error = () => logger.warn('spans could not be exported; check OTEL_EXPORTER_OTLP_ENDPOINT');
  const ignore = () => undefined;
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
