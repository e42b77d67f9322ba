import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PositionsRead, TradesRead } from './position-snapshot.ts'

/** Positions, and a trade book that was not read before them: together they show why units are missing. */
export interface PairedRead {
  readonly positions: PositionsRead
  readonly trades: TradesRead
}

/** Finds, among positions and trade books that come in any order, the newest positions with a trade book that is not older. */
export class PairedBooks {
  #positions: PositionsRead | undefined
  /** The newest positions that a trade book still under way as newer ones came can be paired with. */
  #before: PositionsRead | undefined
  #trades: TradesRead | undefined
  #newest: PairedRead | undefined

  /** The newest pair; undefined: none has come yet. */
  get newest(): PairedRead | undefined {
    return this.#newest
  }

  /** A reading of the positions came. `tradesAskedAt`: start of the newest reading of the trade book, under way or over. */
  addPositions(positions: PositionsRead, tradesAskedAt: EpochMs): void {
    if (this.#positions !== undefined && this.#positions.readAt <= tradesAskedAt) this.#before = this.#positions
    this.#positions = positions
    if (this.#trades !== undefined && positions.readAt <= this.#trades.readAt)
      this.#newest = { positions, trades: this.#trades }
  }

  /** A reading of the trade book came. */
  addTrades(trades: TradesRead): void {
    this.#trades = trades
    const positions = [this.#positions, this.#before].find((one) => one !== undefined && one.readAt <= trades.readAt)
    if (positions !== undefined) this.#newest = { positions, trades }
  }

  forget(): void {
    this.#positions = undefined
    this.#before = undefined
    this.#trades = undefined
    this.#newest = undefined
  }
}
