import { formingBar, indexCandlesByTimeframe, type Timeframe } from '@strikewise/wire/market.ts'

interface ClosedBars {
  /** JSON of the bars without the bracket that ends them. */
  readonly open: string
  /** When the newest starts, epoch ms; 0: there is none. */
  readonly newest: number
}

/**
 * The charts of one index as JSON, a timeframe each. Closed bars are read and serialised when one has closed; with
 * each tick only the minute under way is put behind them.
 */
export class ChartSnapshots {
  #received: string | undefined
  /** Undefined before any arrived: a single bar is no chart. */
  #minutes: ClosedBars | undefined
  #forming: { readonly time: number; readonly json: string } | undefined

  /** Takes the snapshot of closed bars; the texts that may have changed by it, none when it reported nothing new. Throws on other JSON. */
  takeClosed(json: string): [Timeframe, string][] {
    if (json === this.#received) return []
    const closed = indexCandlesByTimeframe.parse(JSON.parse(json))
    this.#received = json
    return Object.entries(closed).map(([timeframe, bars]) => {
      const text = JSON.stringify(bars)
      if (timeframe !== '1m') return [timeframe as Timeframe, text]
      this.#minutes = { open: text.slice(0, -1), newest: bars.at(-1)?.time ?? 0 }
      return ['1m', this.#minute()]
    })
  }

  /** Takes the snapshot of the minute under way; the one-minute chart with it. Throws on other JSON. */
  takeForming(json: string): string {
    const bar = formingBar.parse(JSON.parse(json))
    this.#forming = bar === null ? undefined : { time: bar.time, json: JSON.stringify(bar) }
    return this.#minute()
  }

  #minute(): string {
    if (this.#minutes === undefined) return '[]'
    const { open, newest } = this.#minutes
    // The two snapshots come one after the other: between them the minute that has just closed would be there twice.
    if (this.#forming === undefined || this.#forming.time <= newest) return `${open}]`
    return `${open}${open === '[' ? '' : ','}${this.#forming.json}]`
  }
}
