import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanOptions,
} from '@opentelemetry/api'

/**
 * Starts a span below `parent`; left out: it begins a trace. Without an SDK, which an operator preloads
 * (docs/operations.md), it records nothing. Times are of `performance.now()`. Never throws: what an SDK fails at must not
 * reach an order.
 */
export function startSpan(name: `strikewise.${string}`, options: SpanOptions, parent: Context = ROOT_CONTEXT): Span {
  try {
    return trace.getTracer('strikewise').startSpan(name, options, parent)
  } catch {
    return trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
  }
}

/** Ends a span now, or at `at` (`performance.now()`), with what is known by then. Never throws. */
export function endSpan(span: Span, attributes: Attributes = {}, at = performance.now()): void {
  try {
    span.setAttributes(attributes)
    span.end(at)
  } catch {
    // As above.
  }
}

/** Ends a span whose work failed. The error's name alone: its text may hold what was sent. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  endSpan(span, { 'error.type': error instanceof Error ? error.name : typeof error })
}

/** What spans below `span` start with. */
export function below(span: Span): Context {
  return trace.setSpan(ROOT_CONTEXT, span)
}
