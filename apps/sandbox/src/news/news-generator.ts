import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istDateAt, MINUTE_MS, msOfIstDay, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { uniform } from '../seeded-random.ts'

const MAX_ITEMS = 200
const OPEN_MINUTE = 9 * 60 + 15
const CLOSE_MINUTE = 15 * 60 + 30
/** A move of this size since the last headline is worth one. */
const NOTABLE_MOVE_PCT = 0.35

export interface NewsItem {
  readonly id: number
  readonly at: EpochMs
  readonly title: string
  readonly summary: string
}

/** What the generator reads: index values in points. */
export interface IndexQuote {
  readonly symbol: IndexSymbol
  readonly last: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly previousClose: number
}

const NAMES = { NIFTY: 'NIFTY 50', BANKNIFTY: 'NIFTY BANK' } as const

/** Neutral headlines about the simulated market: what moved and when, no persons, no companies, no advice. */
export class NewsGenerator {
  readonly #seed: string
  #items: NewsItem[] = []
  #nextId = 1
  #minute = -1
  #lastHeadlineAt = new Map<IndexSymbol, { day: IstDate; last: number }>()

  constructor(seed: string) {
    this.#seed = seed
  }

  /** Newest first. */
  items(): readonly NewsItem[] {
    return this.#items
  }

  item(id: number): NewsItem | undefined {
    return this.#items.find((item) => item.id === id)
  }

  /** Looks at the market when a new market minute has begun. */
  observe(now: EpochMs, indices: () => readonly IndexQuote[]): void {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    const ofDay = Math.floor(msOfIstDay(now) / MINUTE_MS)
    for (const index of indices()) this.#observe(now, ofDay, index)
  }

  #observe(now: EpochMs, ofDay: number, index: IndexQuote): void {
    const day = istDateAt(now)
    // Before the first print of all there is nothing to report.
    if (!(index.last > 0 && index.open > 0 && index.previousClose > 0)) return
    const reported = this.#lastHeadlineAt.get(index.symbol)
    const name = NAMES[index.symbol]
    const changePct = (index.last / index.previousClose - 1) * 100
    if (ofDay >= OPEN_MINUTE && ofDay < CLOSE_MINUTE && reported?.day !== day) {
      this.#lastHeadlineAt.set(index.symbol, { day, last: index.last })
      this.#write(
        now,
        `${name} opens ${moved((index.open / index.previousClose - 1) * 100)} at ${points(index.open)}`,
        index,
      )
      return
    }
    if (reported?.day !== day) return
    const sinceLastHeadline = (index.last / reported.last - 1) * 100
    if (ofDay === CLOSE_MINUTE) {
      this.#write(now, `${name} ends the session ${moved(changePct)} at ${points(index.last)}`, index)
    } else if (ofDay < CLOSE_MINUTE && Math.abs(sinceLastHeadline) >= NOTABLE_MOVE_PCT) {
      this.#lastHeadlineAt.set(index.symbol, { day, last: index.last })
      this.#write(now, this.#moveTitle(now, name, sinceLastHeadline, index), index)
    } else if (ofDay < CLOSE_MINUTE && ofDay % 60 === 0) {
      const range = `${points(index.low)} to ${points(index.high)}`
      this.#write(now, `${name} trades ${moved(changePct)} at ${points(index.last)}; range so far ${range}`, index)
    }
  }

  #moveTitle(now: EpochMs, name: string, movePct: number, index: IndexQuote): string {
    const up = movePct > 0
    const verbs = up ? ['climbs', 'gains', 'advances'] : ['slips', 'falls', 'retreats']
    const verb = verbs[Math.floor(uniform(this.#seed, now, index.symbol) * verbs.length)]
    const extreme =
      up && index.last >= index.high
        ? ' to the high of the day'
        : !up && index.last <= index.low
          ? ' to the low of the day'
          : ''
    return `${name} ${verb} ${Math.abs(movePct).toFixed(2)}%${extreme}, now at ${points(index.last)}`
  }

  #write(at: EpochMs, title: string, index: IndexQuote): void {
    const summary =
      `${NAMES[index.symbol]} ${points(index.last)}, previous close ${points(index.previousClose)}, ` +
      `open ${points(index.open)}, high ${points(index.high)}, low ${points(index.low)}. Simulated market.`
    this.#items = [{ id: this.#nextId, at, title, summary }, ...this.#items].slice(0, MAX_ITEMS)
    this.#nextId += 1
  }
}

function points(value: number): string {
  return value.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function moved(pct: number): string {
  if (Math.abs(pct) < 0.005) return 'flat'
  return `${pct > 0 ? 'up' : 'down'} ${Math.abs(pct).toFixed(2)}%`
}
