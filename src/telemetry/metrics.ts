import type { BatchObservableResult, Meter, Observable } from '@opentelemetry/api';

/** Upper bounds of the buckets of durations, in seconds: from a cached lookup to a long turn. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** A metric as it is described to operators. Names are those of Prometheus, with their unit. */
export interface MetricDescription {
  readonly name: string;
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly unit: 's' | 'By' | '1';
  readonly description: string;
  /** Its labels. Their values are few: nothing that a client or a model chooses becomes one. */
  readonly labels: readonly string[];
}

type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** A value that is recorded as it happens. Without {@link openInstruments} it records nothing. */
export interface Instrument<Label extends string> extends MetricDescription {
  record(value: number, labels: Labels<Label>): void;
}

/** A value that is read when metrics are collected. */
export interface Gauge<Label extends string> extends MetricDescription {
  /** Reads the value from now on, until the result is disposed of. Several sources are reported side by side, or added up. */
  observe(read: () => readonly (readonly [value: number, labels: Labels<Label>])[]): Disposable;
}

interface Opening {
  open(meter: Meter): void;
  close(): void;
}

const opening: (MetricDescription & Opening)[] = [];

/** All metrics, in the order of their declaration. */
export const metricDescriptions: readonly MetricDescription[] = opening;

function instrument<Label extends string = never>(
  kind: 'counter' | 'histogram',
  name: string,
  unit: MetricDescription['unit'],
  description: string,
  labels: readonly Label[] = [],
): Instrument<Label> {
  let record: ((value: number, labels: Labels<Label>) => void) | undefined;
  const made = {
    ...{ name, kind, unit, description, labels },
    open(meter: Meter) {
      if (kind === 'counter') {
        const counter = meter.createCounter(name, { unit, description });
        record = (value, given) => counter.add(value, given);
      } else {
        const advice = { explicitBucketBoundaries: seconds };
        const histogram = meter.createHistogram(name, { unit, description, advice });
        record = (value, given) => histogram.record(value, given);
      }
    },
    close() {
      record = undefined;
    },
    record: (value: number, given: Labels<Label>) => record?.(value, given),
  };
  opening.push(made);
  return made;
}

function duration<Label extends string = never>(
  name: string,
  description: string,
  labels?: readonly Label[],
) {
  return instrument('histogram', name, 's', description, labels);
}

function gauge<Label extends string = never>(
  name: string,
  unit: MetricDescription['unit'],
  description: string,
  labels: readonly Label[] = [],
  kind: 'gauge' | 'counter' = 'gauge',
): Gauge<Label> {
  const sources = new Set<() => readonly (readonly [number, Labels<Label>])[]>();
  let close: (() => void) | undefined;
  const made = {
    ...{ name, kind, unit, description, labels },
    open(meter: Meter) {
      const observable: Observable =
        kind === 'gauge'
          ? meter.createObservableGauge(name, { unit, description })
          : meter.createObservableCounter(name, { unit, description });
      const report = (result: BatchObservableResult) => {
        const sums = new Map<string, [number, Labels<Label>]>();
        for (const [value, given] of [...sources].flatMap((read) => read())) {
          const sum = sums.get(JSON.stringify(given)) ?? [0, given];
          sum[0] += value;
          sums.set(JSON.stringify(given), sum);
        }
        for (const [value, given] of sums.values()) result.observe(observable, value, given);
      };
      meter.addBatchObservableCallback(report, [observable]);
      close = () => meter.removeBatchObservableCallback(report, [observable]);
    },
    close: () => close?.(),
    observe(read: () => readonly (readonly [number, Labels<Label>])[]): Disposable {
      sources.add(read);
      return { [Symbol.dispose]: () => void sources.delete(read) };
    },
  };
  opening.push(made);
  return made;
}

/** Creates all instruments on a meter; from then on they record. */
export function openInstruments(meter: Meter): Disposable {
  for (const each of opening) each.open(meter);
  return {
    [Symbol.dispose]() {
      for (const each of opening) each.close();
    },
  };
}

/** What the service measures. `outcome` is `ok`, `aborted`, an error code, or `error`. */
export const metrics = {
  httpRequest: duration(
    'inlay_http_request_duration_seconds',
    'Time from a request until the head of its response.',
    ['method', 'route', 'status'],
  ),
  httpBytes: instrument('counter', 'inlay_http_response_bytes_total', 'By', 'Bytes of response bodies.', [
    'route',
  ]),
  stream: duration('inlay_http_stream_duration_seconds', 'Time that a streamed response was open.', [
    'route',
    'outcome',
  ]),
  streams: gauge('inlay_http_open_streams', '1', 'Streamed responses that are open.'),
  failure: instrument(
    'counter',
    'inlay_failures_total',
    '1',
    'Failures that clients were told, by error code.',
    ['code'],
  ),
  operation: duration(
    'inlay_graphql_operation_duration_seconds',
    'Time to execute a GraphQL operation, or to begin a subscription. Operations of clients have a name only if their document is trusted.',
    ['operation', 'type', 'outcome'],
  ),
  turn: duration('inlay_turn_duration_seconds', 'Time of a turn.', ['model', 'outcome']),
  turns: gauge('inlay_turns', '1', 'Turns of this process that run, or wait for a slot.', ['state']),
  step: duration('inlay_step_duration_seconds', 'Time of a step: a model call with its repetitions.', [
    'outcome',
  ]),
  tool: duration('inlay_tool_duration_seconds', 'Time of a tool call.', ['tool', 'outcome']),
  modelCall: duration('inlay_model_call_duration_seconds', 'Time of a call to the provider of a model.', [
    'provider',
    'model',
    'outcome',
  ]),
  modelTokens: instrument('counter', 'inlay_model_tokens_total', '1', 'Tokens that model calls used.', [
    'provider',
    'model',
    'direction',
  ]),
  semanticQuery: duration(
    'inlay_semantic_query_duration_seconds',
    'Time from semantic SQL to its first rows, from the cache or the data source.',
    ['outcome'],
  ),
  engineQuery: duration(
    'inlay_engine_query_duration_seconds',
    'Time of a statement on a data source, from its wait for a slot to its last row.',
    ['engine', 'outcome'],
  ),
  engineQueries: gauge(
    'inlay_engine_queries',
    '1',
    'Statements on data sources that run, or wait for a slot.',
    ['state'],
  ),
  cacheRequest: instrument(
    'counter',
    'inlay_result_cache_requests_total',
    '1',
    'Queries of data sources whose results are reused: hit, joined (an equal query was running), or miss.',
    ['result'],
  ),
  cacheAge: duration('inlay_result_cache_age_seconds', 'Age of the results that were reused.'),
  cacheBytes: gauge('inlay_result_cache_bytes', 'By', 'Size of the results that this process keeps.'),
  cacheEntries: gauge('inlay_result_cache_entries', '1', 'Number of results that this process keeps.'),
  database: duration(
    'inlay_database_statement_duration_seconds',
    'Time of a statement on the state, with its wait for a connection.',
    ['operation', 'outcome'],
  ),
  databaseConnections: gauge(
    'inlay_database_connections',
    '1',
    'Connections to the state, and statements that wait for one.',
    ['state'],
  ),
  redis: duration(
    'inlay_redis_command_duration_seconds',
    'Time of a Redis command. Reads of live turns wait for lines.',
    ['command', 'outcome'],
  ),
  residentMemory: gauge('process_resident_memory_bytes', 'By', 'Resident memory of the process.'),
  cpu: gauge('process_cpu_seconds_total', 's', 'Processor time of the process.', [], 'counter'),
  eventLoopDelay: gauge(
    'nodejs_eventloop_delay_seconds',
    's',
    'Delay of the event loop since metrics were last collected.',
    ['percentile'],
  ),
} as const;
