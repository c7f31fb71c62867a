/** Tracing where a process has it on: without an exporter every function here is a no-op. */
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

const tracer = trace.getTracer("gatehouse");

export type SpanOptions = {
  attributes?: Attributes;
  kind?: "server" | "consumer" | "internal";
  /** W3C trace context that this work belongs to; absent: the span of this moment */
  parent?: string | null;
};

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { attributes = {}, kind = "internal", parent } = options;
  return tracer.startActiveSpan(name, { attributes, kind: kinds[kind] }, parentOf(parent), async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span over a time that is already past, as that of waiting. */
export function pastSpan(name: string, time: { from: Date; to: Date }, options: SpanOptions): void {
  const { attributes = {}, parent } = options;
  tracer.startSpan(name, { attributes, startTime: time.from }, parentOf(parent)).end(time.to);
}

/** The trace context of this moment, to be kept with what is done later elsewhere. */
export function traceParent(): string | null {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier["traceparent"] ?? null;
}

function parentOf(parent: string | null | undefined) {
  if (parent == null) return context.active();
  return propagation.extract(context.active(), { traceparent: parent });
}
