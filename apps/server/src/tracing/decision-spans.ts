import type { Span } from '@opentelemetry/api'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { below, endSpan, startSpan } from './spans.ts'

/**
 * The first spans of a trace: the frame or timer that closed the minute, then the decision on its way into the log. A tick
 * that leads to no decision leaves the time it came at, and no span.
 */
export class DecisionSpans {
  #dueAt = performance.now()

  /** A frame has come, or the timer: a minute that ends is closed by what follows. */
  workBegins(): void {
    this.#dueAt = performance.now()
  }

  /** The span of a decision that was just made; to be ended once it is in the log. */
  decided({ id, symbol, action }: Pick<Decision, 'id' | 'symbol' | 'action'>): Span {
    const madeAt = performance.now()
    const tick = startSpan('strikewise.tick', { startTime: this.#dueAt, attributes: { 'strikewise.symbol': symbol } })
    const attributes = {
      'strikewise.symbol': symbol,
      'strikewise.decision.id': id,
      'strikewise.decision.action': action,
    }
    const decision = startSpan('strikewise.decision', { startTime: madeAt, attributes }, below(tick))
    endSpan(tick, {}, madeAt)
    return decision
  }
}
