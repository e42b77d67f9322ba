import type { Bar } from '@strikewise/signals/indicators/bar.ts'
import type { BenchFigure } from '../bench.ts'
import type { PythonPeers } from '../python/python-peers.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import type { LibraryMeasured } from './competitors.ts'
import { INDICATOR_NAMES, type IndicatorName } from './library.ts'
import { assertSameAsOutside } from './same-values.ts'

const EFFORT = { warmMs: 200, timedMs: 400 } as const

interface TalibMeasured {
  readonly nsPerBar: Readonly<Record<IndicatorName, number>>
  readonly values: Readonly<Record<IndicatorName, readonly (number | null)[]>>
}

/** TA-Lib's C functions over the same bars as whole arrays, once a round; nothing where they cannot be had. */
export class TalibPeer {
  readonly #python: PythonPeers
  readonly #bars: readonly Bar[]
  readonly #rounds: Readonly<Record<IndicatorName, number>>[] = []
  #difference = 0

  constructor(python: PythonPeers, bars: readonly Bar[]) {
    this.#python = python
    this.#bars = bars
  }

  /** Throws when its values differ from ours. */
  async measure(): Promise<void> {
    if ('reason' in this.#python) return
    const of = (name: 'high' | 'low' | 'close') => this.#bars.map((bar) => bar[name])
    const input = JSON.stringify({ high: of('high'), low: of('low'), close: of('close'), ...EFFORT })
    const { nsPerBar, values } = await this.#python.run<TalibMeasured>('talib_peer.py', [], input)
    this.#difference = Math.max(this.#difference, await assertSameAsOutside('TA-Lib', values, this.#bars))
    this.#rounds.push(nsPerBar)
  }

  /** All six together: ours, one bar at a time, against its whole arrays. */
  figures(product: readonly LibraryMeasured[]): BenchFigure[] {
    if (this.#rounds.length === 0) return []
    const sum = (of: Readonly<Record<IndicatorName, number>>) =>
      INDICATOR_NAMES.reduce((total, name) => total + of[name], 0)
    const own = product.map(({ nsPerBar }) => sum(nsPerBar))
    const theirs = this.#rounds.map(sum)
    return [
      { name: 'all six', unit: 'ns/bar', value: spreadOf(own) },
      { name: '  ours ÷ TA-Lib’s C batch', unit: '×', value: spreadOf(ratiosOf(own, theirs)) },
    ]
  }

  get condition(): string {
    if ('reason' in this.#python) return `TA-Lib left out: ${this.#python.reason}`
    const { about } = this.#python
    return `TA-Lib: its C functions over whole arrays by its Python package (${about}), the same outputs, ADX with both DI; largest difference ${this.#difference.toExponential(0)}`
  }
}
