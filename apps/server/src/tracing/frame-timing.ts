import { trace, type Context } from '@opentelemetry/api'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { realSecondsSince } from '../time/real-seconds-since.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import type { ChangeOrigin } from './change-hint.ts'
import { endSpan, startSpan } from './spans.ts'

/** The sockets that show a user's trades. */
export type TradeSocket = 'active_trades' | 'live_stream'

/** What a connection is to be sent. */
interface DueFrame {
  /** The oldest change that it shows. */
  readonly oldest: { readonly at: EpochMs; readonly traceId: string | undefined }
  /** The newest traced one, and when it was announced here. */
  readonly traced: { readonly trace: Context; readonly announcedAt: number } | undefined
}

interface FrameTimingOptions {
  readonly socket: TradeSocket
  readonly userId: string
  readonly clock: Pick<ScaledClock, 'now' | 'speed'>
  readonly metrics: {
    /** Something of the user took `seconds` to the socket. `traceId`: where it was sampled. */
    shown(socket: TradeSocket, seconds: number, traceId: string | undefined): void
  }
}

/**
 * How long the changes of a user's trades wait until one connection is sent them: the latency of the oldest, and a span where
 * one is traced.
 */
export class FrameTiming {
  readonly #options: FrameTimingOptions
  #unsent: DueFrame | undefined

  constructor(options: FrameTimingOptions) {
    this.#options = options
  }

  /** The user's trades changed. */
  changed({ at = this.#options.clock.now(), trace: context }: ChangeOrigin): void {
    const traced = context === undefined ? undefined : { trace: context, announcedAt: performance.now() }
    const traceId = context === undefined ? undefined : trace.getSpanContext(context)?.traceId
    this.#unsent = { oldest: this.#unsent?.oldest ?? { at, traceId }, traced: traced ?? this.#unsent?.traced }
  }

  /** The changes that a read which begins now will show; what comes during the read is of the next one. */
  due(): DueFrame | undefined {
    const due = this.#unsent
    this.#unsent = undefined
    return due
  }

  /** The read failed: its changes are of the next one. */
  failed(due: DueFrame | undefined): void {
    if (due !== undefined) this.#unsent = { oldest: due.oldest, traced: this.#unsent?.traced ?? due.traced }
  }

  /** The frame that shows the changes was given to the socket. */
  sent(due: DueFrame | undefined): void {
    if (due === undefined) return
    const { socket, userId, clock, metrics } = this.#options
    metrics.shown(socket, realSecondsSince(clock, due.oldest.at), due.oldest.traceId)
    if (due.traced === undefined) return
    const attributes = { 'strikewise.account': userId, 'strikewise.socket': socket }
    endSpan(startSpan('strikewise.frame', { startTime: due.traced.announcedAt, attributes }, due.traced.trace))
  }
}
