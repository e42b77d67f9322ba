import { istDateAt, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RestorablePath } from '@strikewise/exchange/prices/path-snapshot.ts'
import type { MarketListener } from '../market.ts'
import { writePricePath } from './price-path-file.ts'

/** A start has at most about this much of the market to play again. */
const EVERY_MARKET_MS = 10 * MINUTE_MS
/** At any speed, a snapshot of some megabytes is not written more often than this. */
const MIN_REAL_MS = 5_000

/**
 * Writes a made-up market down from time to time, so that the next start goes on with its very prices. What is done to it
 * in between is among the books, before it is answered (`StateWriter`).
 */
export class PricePathWriter implements MarketListener {
  readonly #data: string
  readonly #path: RestorablePath
  readonly #realMs: () => number
  readonly #onLost: (error: unknown) => void
  #writtenAt = 0 as EpochMs
  #writtenReal = Number.NEGATIVE_INFINITY
  #writing: Promise<void> | undefined

  constructor(data: string, path: RestorablePath, realMs: () => number, onLost: (error: unknown) => void) {
    this.#data = data
    this.#path = path
    this.#realMs = realMs
    this.#onLost = onLost
  }

  afterBatch(now: EpochMs): void {
    if (this.#writing !== undefined || this.#realMs() - this.#writtenReal < MIN_REAL_MS) return
    const isNewDay = istDateAt(now) !== istDateAt(this.#writtenAt)
    if (isNewDay || now - this.#writtenAt >= EVERY_MARKET_MS) void this.write()
  }

  /** Writes the market as it is now; resolves when it is safe, or when that failed and was reported. */
  async write(): Promise<void> {
    await this.#writing
    const snapshot = this.#path.snapshot()
    this.#writtenAt = snapshot.now
    this.#writtenReal = this.#realMs()
    this.#writing = writePricePath(this.#data, snapshot).then(
      () => this.#path.forgetActs(snapshot.nextAct),
      (error: unknown) => this.#onLost(error),
    )
    await this.#writing
    this.#writing = undefined
  }
}
