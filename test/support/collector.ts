import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it. */
interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly status: { readonly code: number };
  readonly links?: readonly { readonly traceId: string }[];
  /** The process that sent it. */
  readonly process: string;
}

interface ReceivedResource {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** A collector of OpenTelemetry that takes spans by OTLP over HTTP, as JSON. */
export class Collector implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  /** Names of the metrics that it received. */
  readonly metrics = new Set<string>();
  readonly #server = createServer((request, response) => {
    void this.#receive(request).then(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  static async open(): Promise<Collector> {
    const collector = new Collector();
    await once(collector.#server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(Buffer.concat(parts).toString()) as {
      resourceSpans?: { resource: ReceivedResource; scopeSpans: { spans: ReceivedSpan[] }[] }[];
      resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
    };
    for (const { scopeMetrics } of resourceMetrics) {
      for (const { metrics } of scopeMetrics) for (const { name } of metrics) this.metrics.add(name);
    }
    for (const { resource, scopeSpans } of resourceSpans) {
      const found = resource.attributes.find(({ key }) => key === 'service.instance.id');
      const process = found?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, process })));
    }
  }
}
