import type { Context } from '@opentelemetry/api'
import { endSpan, startSpan } from './spans.ts'

/** A traced change that a connection is to be sent. */
interface DueFrame {
  readonly trace: Context
  readonly changedAt: number
}

/** The newest traced change that one connection has not been sent yet. Changes without a trace cost one comparison. */
export class FrameSpans {
  readonly #socket: 'active_trades' | 'live_stream'
  readonly #userId: string
  #unsent: DueFrame | undefined

  constructor(socket: 'active_trades' | 'live_stream', userId: string) {
    this.#socket = socket
    this.#userId = userId
  }

  /** `trace`: what came with the hint that the user's trades changed. */
  changed(trace: Context | undefined): void {
    if (trace !== undefined) this.#unsent = { trace, changedAt: performance.now() }
  }

  /** The change that a read which begins now will show; what comes during the read is of the next one. */
  due(): DueFrame | undefined {
    const due = this.#unsent
    this.#unsent = undefined
    return due
  }

  /** The frame that shows a change was given to the socket. */
  sent(due: DueFrame | undefined): void {
    if (due === undefined) return
    const attributes = { 'strikewise.account': this.#userId, 'strikewise.socket': this.#socket }
    endSpan(startSpan('strikewise.frame', { startTime: due.changedAt, attributes }, due.trace))
  }
}
