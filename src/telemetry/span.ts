import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AppError, isAbortError } from '../errors.ts';
import type { Instrument } from './metrics.ts';

const tracer = trace.getTracer('inlay');

export interface SpanOptions {
  /** Whether the work is a request from a client, or to another service. @default 'internal' */
  readonly kind?: 'internal' | 'server' | 'client';
  readonly attributes?: Attributes;
  /** Whether it is recorded only as a part of other work, so that what a process does on its own fills no traces. @default false */
  readonly isPart?: boolean;
  /** Records how long the work took. @param outcome as in `metrics` */
  readonly measure?: ((seconds: number, outcome: string) => void) | undefined;
  /** Continues the trace of {@link currentTrace}, and is linked to what runs now. @default a child of what runs now */
  readonly continues?: string | null | undefined;
}

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

/**
 * Runs `work` in a span, which is the parent of the spans that the work starts, and measures it. Without telemetry it only
 * runs the work. A failure is recorded by its kind, never by its message, which may hold what a user asked or a row.
 */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const opened = openSpan(name, options);
  return opened.run(async () => {
    try {
      const result = await work(opened.span);
      opened.end();
      return result;
    } catch (error) {
      opened.end(error);
      throw error;
    }
  });
}

/** A span of work that ends elsewhere than where it began, such as the reading of a stream. */
export interface OpenSpan {
  readonly span: Span;
  /** Runs work whose spans are children of this one. */
  run<T>(work: () => T): T;
  /** Ends it; later calls do nothing. @param failure what the work failed with, if it did */
  end(failure?: unknown): void;
}

/** Begins a span as {@link inSpan} does. The caller must end it. */
export function openSpan(name: string, options: SpanOptions): OpenSpan {
  if (observers === 0) return unobserved;
  const { kind = 'internal', attributes = {}, isPart = false, measure, continues } = options;
  const current = context.active();
  const continued = continues == null ? undefined : otherTrace(continues, current);
  const parent = continued ?? current;
  const links = continued === undefined ? [] : linksTo(current);
  const span =
    isPart && trace.getSpan(parent) === undefined
      ? unobserved.span
      : tracer.startSpan(name, { kind: kinds[kind], attributes, links }, parent);
  const startedMs = performance.now();
  let outcome: string | undefined;
  return {
    span,
    run: (work) => context.with(trace.setSpan(parent, span), work),
    end(failure) {
      if (outcome !== undefined) return;
      outcome = failure === undefined ? 'ok' : kindOf(failure);
      if (failure !== undefined) markFailed(span, outcome);
      measure?.((performance.now() - startedMs) / 1_000, outcome);
      span.end();
    },
  };
}

/** The trace to continue, unless it is the current one. */
function otherTrace(traceparent: string, current: Context): Context | undefined {
  const found = propagation.extract(ROOT_CONTEXT, { traceparent });
  const isCurrent = trace.getSpanContext(found)?.traceId === trace.getSpanContext(current)?.traceId;
  return isCurrent ? undefined : found;
}

function linksTo(current: Context): Link[] {
  const linked = trace.getSpanContext(current);
  return linked !== undefined && isSpanContextValid(linked) ? [{ context: linked }] : [];
}

/** Measures work with labels and its outcome. */
export function measured<Label extends string>(
  instrument: Instrument<Label>,
  labels: Omit<Readonly<Record<Label, string>>, 'outcome'>,
): NonNullable<SpanOptions['measure']> {
  return (seconds, outcome) =>
    instrument.record(seconds, { ...labels, outcome } as Readonly<Record<Label, string>>);
}

/** Runs work in the trace that the headers of a request name (W3C Trace Context), if they do. */
export function inTraceOf<T>(headers: Headers, work: () => T): T {
  const traceparent = observers === 0 ? null : headers.get('traceparent');
  if (traceparent === null) return work();
  return context.with(propagation.extract(context.active(), { traceparent }), work);
}

let observers = 0;

/** Lets this process record spans and measurements until the result is disposed of. Until then, work costs nothing more. */
export function observeWork(): Disposable {
  observers += 1;
  return {
    [Symbol.dispose]() {
      observers -= 1;
    },
  };
}

/** Whether anything is recorded. */
export function isObserved(): boolean {
  return observers > 0;
}

const unobserved: OpenSpan = {
  span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
  run: (work) => work(),
  end: () => undefined,
};

/** The trace of what runs now, for {@link SpanOptions.continues} in this or another process; null without one. */
export function currentTrace(): string | null {
  if (observers === 0) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** Marks a span as failed. @param kind such as an error code; must not hold data */
export function markFailed(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The kind of a failure, from a closed list. */
function kindOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return isAbortError(error) ? 'aborted' : 'error';
}

let recordsContents = false;

/** Decides whether spans of this process record what people asked and were answered. @default false */
export function recordContents(isWanted: boolean): void {
  recordsContents = isWanted;
}

/** Attributes that hold what people asked and were answered: none unless the operator wants them. */
export function contents(attributes: () => Attributes): Attributes {
  return recordsContents ? attributes() : {};
}
