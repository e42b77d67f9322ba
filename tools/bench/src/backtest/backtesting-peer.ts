import type { BenchFigure } from '../bench.ts'
import { runCompetitor } from '../competitor-process.ts'
import type { PythonPeers } from '../python/python-peers.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import type { BacktestMeasured } from './competitors.ts'

interface PeerMeasured {
  readonly bars: number
  readonly trades: number
  readonly peakMb: number
}

/** The command on a year of recorded minutes beside backtesting.py on the same file, each a program from its start to its end. */
export class BacktestingPeer {
  readonly #python: PythonPeers
  readonly #year: string | undefined
  readonly #own: number[] = []
  readonly #theirs: number[] = []
  #last: PeerMeasured | undefined

  constructor(python: PythonPeers, year: string | undefined) {
    this.#python = python
    this.#year = year
  }

  async measure(): Promise<void> {
    if ('reason' in this.#python || this.#year === undefined) return
    const year = this.#year
    const python = this.#python
    this.#own.push(
      await secondsOf(() => runCompetitor<BacktestMeasured>('backtest/whole', 'one', JSON.stringify([year]))),
    )
    this.#theirs.push(
      await secondsOf(async () => {
        this.#last = await python.run<PeerMeasured>('backtesting_peer.py', [year])
      }),
    )
  }

  figures(): BenchFigure[] {
    if (this.#theirs.length === 0) return []
    return [
      { name: 'a year, one thread', unit: 's', value: spreadOf(this.#own) },
      { name: 'a year, backtesting.py', unit: 's', value: spreadOf(this.#theirs) },
      { name: 'ours ÷ backtesting.py', unit: '×', value: spreadOf(ratiosOf(this.#own, this.#theirs)) },
    ]
  }

  get condition(): string {
    if ('reason' in this.#python) return `backtesting.py left out: ${this.#python.reason}`
    if (this.#last === undefined) return 'backtesting.py left out: the shared recordings are not here'
    const { bars, trades } = this.#last
    return `a year: NIFTY 2022, ${bars.toLocaleString('en')} bars; backtesting.py trades the index where two averages cross (${trades} trades, a stop, no option); both timed as processes, from start to end (${this.#python.about})`
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
