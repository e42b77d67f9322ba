import { isSpanContextValid, ROOT_CONTEXT, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api'

/**
 * What a message of the bus may carry beside its content: the trace that it continues, as W3C Trace Context writes it
 * (https://www.w3.org/TR/trace-context/#traceparent-header). Readers of earlier versions ignore it.
 */
export interface TraceHint {
  readonly traceparent?: string
}

const FORMAT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The hint that continues the trace of `span`; without a field when the trace is not sampled. */
export function traceHint(span: Span | undefined): TraceHint {
  if (span === undefined) return {}
  const { traceId, spanId, traceFlags } = span.spanContext()
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? {} : { traceparent: `00-${traceId}-${spanId}-01` }
}

/** The sampled trace that a message continues; undefined when it carries none, or none that can be read. */
export function continuedTrace(payload: unknown): Context | undefined {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return undefined
  const [, traceId, spanId, flags] = FORMAT.exec(String(payload.traceparent)) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  return traceFlags !== 0 && isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : undefined
}
