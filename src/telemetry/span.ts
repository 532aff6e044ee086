import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AppError } from '../errors.ts';

const tracer = trace.getTracer('inlay');

export interface SpanOptions {
  /** Whether the work is a request to another service. @default false */
  readonly isRequest?: boolean;
  readonly attributes: Attributes;
}

/**
 * Runs `work` in a span, which is the parent of the spans that the work starts. Without {@link startTracing} it only runs the
 * work. A failure is recorded by its kind, never by its message, which may hold what a user asked or a row.
 */
export function inSpan<T>(
  name: string,
  { isRequest = false, attributes }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const kind = isRequest ? SpanKind.CLIENT : SpanKind.INTERNAL;
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, kindOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed. @param kind such as an error code; must not hold data */
export function markFailed(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function kindOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
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
