import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import type { LivePnlRow } from '@strikewise/wire/trades.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import type { Position } from '../trades/live-pnl.ts'
import { FrameTiming } from '../tracing/frame-timing.ts'
import { StreamChannel } from './stream-channel.ts'

/** What comes within is one read. */
const MERGE_MS = 250
/** After a read that failed. */
const RETRY_MS = 5000

type PersonalDependencies = Pick<WebDependencies, 'trades' | 'pnl' | 'clock' | 'logger' | 'metrics'>

/** What one connection follows of its own user: the open trades, and how they stand. */
export interface PersonalTopics {
  readonly trades: boolean
  readonly pnl: boolean
}

/**
 * The open trades of one user and how they stand, for one connection. Trades are read when a hint shows that they changed,
 * prices are taken every round.
 */
export class PersonalStream {
  readonly topics: PersonalTopics
  readonly #parts: PersonalDependencies
  readonly #userId: string
  readonly #day: IstDate
  readonly #send: (entries: readonly string[]) => boolean
  readonly #trades: StreamChannel
  readonly #pnl: StreamChannel
  readonly #timing: FrameTiming
  readonly #unwatch: () => void
  #positions: readonly Position[] | undefined
  #standing: readonly LivePnlRow[] | undefined
  #pending: NodeJS.Timeout | undefined
  #lastReadAt = Number.NEGATIVE_INFINITY
  #hasChanged = false
  #isClosed = false

  /** `send`: entries that need not wait for the next round. False: the listener is too slow to be sent them. */
  constructor(
    parts: PersonalDependencies,
    { userId, day, topics }: { readonly userId: string; readonly day: IstDate; readonly topics: PersonalTopics },
    send: (entries: readonly string[]) => boolean,
  ) {
    this.topics = topics
    this.#parts = parts
    this.#userId = userId
    this.#day = day
    this.#send = send
    this.#trades = new StreamChannel(topicText({ route: 'userActiveTrades', date: day }))
    this.#pnl = new StreamChannel(topicText({ route: 'livePnl', date: day }))
    const { clock, metrics } = parts
    this.#timing = new FrameTiming({ socket: 'live_stream', userId, clock, metrics })
    this.#unwatch = parts.trades.watch(userId, (origin) => {
      this.#timing.changed(origin)
      this.#hasChanged = true
      this.#schedule()
    })
    this.#schedule(0)
  }

  get day(): IstDate {
    return this.#day
  }

  /** How the trades stand at the newest prices; undefined when it is what was sent last. */
  round(): string | undefined {
    if (!this.topics.pnl || this.#positions === undefined) return undefined
    const standing = this.#parts.pnl.at(this.#positions)
    if (standing === this.#standing) return undefined
    this.#standing = standing
    return this.#pnl.advanceTo(standing)
  }

  keyframes(only?: ReadonlySet<string>): string[] {
    return [this.#trades, this.#pnl].flatMap((channel) => {
      const { keyframe } = channel
      return keyframe === undefined || (only !== undefined && !only.has(channel.topic)) ? [] : [keyframe]
    })
  }

  close(): void {
    this.#isClosed = true
    this.#unwatch()
    clearTimeout(this.#pending)
  }

  #schedule(ms = MERGE_MS): void {
    this.#pending ??= setTimeout(() => void this.#read(), Math.max(0, this.#lastReadAt + ms - performance.now()))
  }

  /** One read at a time: an older answer never comes after a newer one. */
  async #read(): Promise<void> {
    const { trades, pnl, logger } = this.#parts
    this.#lastReadAt = performance.now()
    let retryMs: number | undefined
    this.#hasChanged = false
    const due = this.#timing.due()
    try {
      const [snapshot, positions] = await Promise.all([
        this.topics.trades ? trades.active(this.#userId, this.#day) : undefined,
        this.topics.pnl ? pnl.positions(this.#userId, this.#day) : undefined,
      ])
      if (this.#isClosed) return
      this.#positions = positions
      const entry = snapshot === undefined ? undefined : this.#trades.advance(snapshot)
      const standing = this.round()
      const entries = [entry, standing].filter((found) => found !== undefined)
      const isSent = entries.length > 0 && this.#send(entries)
      if (entry !== undefined && isSent) this.#timing.sent(due)
    } catch (error) {
      this.#timing.failed(due)
      // What was shown stays, and its call reports the failure to a page that asks.
      logger.error({ err: error, user: this.#userId }, 'open trades could not be read for the stream')
      retryMs = RETRY_MS
    }
    this.#pending = undefined
    if (this.#isClosed) return
    if (this.#hasChanged) this.#schedule()
    else if (retryMs !== undefined) this.#schedule(retryMs)
  }
}
