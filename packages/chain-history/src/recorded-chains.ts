import { INDEX_SYMBOLS, type IndexSymbol, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { applyFrame, type RecordedEvent } from '@strikewise/signals/session-recording/recorded-day.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { tableOf } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { CHAIN_VALUES, type ChainLeg, type ChainSource, type RecordedChain } from './recorded-chain.ts'

/** The chains a minute of a recorded session, and what of the recording could not be read. */
export interface RecordedChains {
  readonly chains: readonly RecordedChain[]
  /** Simulated, where a part of the day is. */
  readonly source: Exclude<ChainSource, 'recorded'>
  /** Where a file stops being readable. */
  readonly damage: readonly string[]
  /** Frames that were not recorded. */
  readonly lostFrames: number
}

/**
 * The option chain of each index at the end of each minute of the session, from a recorded day: the quotes as the
 * pipelines had them after the minute's last frame. A minute without a frame has no snapshot, and an index without an
 * option no chain.
 */
export function recordedChains(events: Iterable<RecordedEvent>): RecordedChains {
  const builders = new Map<IndexSymbol, ChainBuilder>()
  const damage: string[] = []
  let lostFrames = 0
  let source: RecordedChains['source'] = 'live'
  let opened: { readonly opening: RecordingHeader; readonly table: QuoteTable } | undefined
  let lastFrame: EpochMs | undefined
  const close = () => {
    if (opened !== undefined && lastFrame !== undefined) takeSnapshots(builders, opened, lastFrame)
    lastFrame = undefined
  }
  for (const event of events) {
    if (event.kind === 'damage') {
      const { segment, block, reason } = event.damage
      damage.push(`${segment}, block ${block}: ${reason}`)
      continue
    }
    if (lastFrame !== undefined && minuteOf(event.at) > minuteOf(lastFrame)) close()
    if (event.kind === 'opening') {
      close()
      opened = { opening: event.opening, table: tableOf(event.opening) }
      if (event.opening.source === 'simulated') source = 'simulated'
    } else if (event.kind === 'gap') lostFrames += event.frames
    else if (event.kind === 'frame' && opened !== undefined) {
      applyFrame(event, opened.table)
      lastFrame = event.at
    }
  }
  close()
  return {
    chains: [...builders.values()].flatMap((builder) => builder.chain() ?? []),
    source,
    damage,
    lostFrames,
  }
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS)
}

function takeSnapshots(
  builders: Map<IndexSymbol, ChainBuilder>,
  { opening, table }: { readonly opening: RecordingHeader; readonly table: QuoteTable },
  at: EpochMs,
): void {
  const session = nseCalendar.sessionOn(opening.day)
  if (session === undefined || at < session.opensAt || at > session.closesAt) return
  for (const symbol of INDEX_SYMBOLS) {
    const { near, next } = opening.pipelines[symbol].contracts
    const builder = builders.get(symbol) ?? new ChainBuilder(symbol, opening.day)
    builders.set(symbol, builder)
    builder.take(at, [...near, ...next], table)
  }
}

/** Collects the snapshots of one index. */
class ChainBuilder {
  readonly #symbol: IndexSymbol
  readonly #day: IstDate
  readonly #numbers = new Map<string, number>()
  readonly #legs: ChainLeg[] = []
  readonly #at: number[] = []
  readonly #begins: number[] = []
  readonly #leg: number[] = []
  readonly #values: number[] = []

  constructor(symbol: IndexSymbol, day: IstDate) {
    this.#symbol = symbol
    this.#day = day
  }

  take(at: EpochMs, contracts: readonly OptionContract[], table: QuoteTable): void {
    const begin = this.#leg.length
    for (const contract of contracts) {
      const slot = table.slotOf(contract.token)
      // No quote has come yet: there is nothing to store.
      if (slot < 0 || table.receivedAt[slot] === 0) continue
      this.#leg.push(this.#numberOf(contract))
      const best = slot * DEPTH_LEVELS
      this.#values.push(
        known(table.lastPrice[slot]!),
        known(table.bidPrice[best]!),
        known(table.askPrice[best]!),
        table.bidQuantity[best]!,
        table.askQuantity[best]!,
        table.volume[slot]!,
        table.openInterest[slot]!,
      )
    }
    if (this.#leg.length === begin) return
    this.#at.push(at)
    this.#begins.push(begin)
  }

  chain(): RecordedChain | undefined {
    if (this.#at.length === 0) return undefined
    if (this.#values.length !== this.#leg.length * CHAIN_VALUES)
      throw new RangeError('a row has another number of figures')
    return {
      symbol: this.#symbol,
      day: this.#day,
      legs: this.#legs,
      at: this.#at,
      begins: [...this.#begins, this.#leg.length],
      leg: Int32Array.from(this.#leg),
      values: Float64Array.from(this.#values),
    }
  }

  #numberOf({ expiry, strike, side, token }: OptionContract): number {
    const key = `${expiry} ${token}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#legs.length
      this.#numbers.set(key, number)
      this.#legs.push({ expiry, strike, side })
    }
    return number
  }
}

/** A price of 0 is none. */
function known(price: number): number {
  return price > 0 ? price : Number.NaN
}
