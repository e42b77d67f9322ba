import { availableParallelism } from 'node:os'
import { barFolder } from '../../../../apps/lab/src/backtest/testing/bar-file.ts'
import { roundsOf, type Bench, type BenchFigure, type Size } from '../bench.ts'
import { whileRunning } from '../while-running.ts'
import { runCompetitor } from '../competitor-process.ts'
import { pythonPeers } from '../python/python-peers.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { BacktestingPeer } from './backtesting-peer.ts'
import { recordedYear, writeSessions } from './input.ts'
import type { BaselineMeasured, BacktestMeasured } from './competitors.ts'

/** Sessions an index: a thread takes so many at a time. */
const SESSIONS: Readonly<Record<Size, number>> = { full: 20, smallest: 1 }

/** The backtest command on one thread and on all, beside reading the same bars and making candles of them. */
export const backtestBench: Bench = {
  name: 'backtest',
  title: 'bars → ticks → candles → agents → decisions → simulated orders → report',
  async run(size) {
    const start = () => Promise.resolve(barFolder())
    const release = ({ remove }: ReturnType<typeof barFolder>) => ({ stop: () => Promise.resolve(remove()) })
    return whileRunning(start, release, async ({ folder }) => {
      const threads = availableParallelism()
      const sessions = SESSIONS[size] * Math.max(1, Math.ceil(threads / 2))
      const { files, about } = writeSessions(folder, sessions)
      const rounds = roundsOf(size)
      const one: BacktestMeasured[] = []
      const all: BacktestMeasured[] = []
      const bare: BaselineMeasured[] = []
      const input = JSON.stringify(files)
      const peer = new BacktestingPeer(await pythonPeers(size), recordedYear())
      for (let round = 0; round < rounds; round += 1) {
        one.push(await runCompetitor<BacktestMeasured>('backtest/whole', 'one', input))
        all.push(await runCompetitor<BacktestMeasured>('backtest/whole', 'all', input))
        bare.push(await runCompetitor<BaselineMeasured>('backtest/bare', input))
        await peer.measure()
      }
      const first = one[0]!
      for (const { reportHash } of [...one, ...all])
        if (reportHash !== first.reportHash) throw new Error('the same bars gave different reports')
      const { bars } = bare[0]!
      const perBar = (sides: readonly { readonly seconds: number }[]) =>
        sides.map((side) => (1e6 * side.seconds) / bars)
      const of = (name: string, unit: string, values: readonly number[]): BenchFigure => ({
        name,
        unit,
        value: spreadOf(values),
      })
      return {
        rounds,
        conditions: [
          `${about}: ${bars.toLocaleString('en')} bars, ${first.events.toLocaleString('en')} events (ticks of the index and of every option quoted), ${first.trades} trades; from the files to the report, worker threads and code cold`,
          `the same report, byte for byte, in every round and on ${threads} threads (${first.reportHash.slice(0, 12)}…); bare: the same files read and rolled up to 3, 5 and 15 minutes, no option priced`,
          peer.condition,
        ],
        figures: [
          of(
            'one thread',
            'events/s',
            one.map((side) => side.events / side.seconds),
          ),
          of(
            `${threads} threads`,
            'events/s',
            all.map((side) => side.events / side.seconds),
          ),
          of(`${threads} threads ÷ one`, '×', ratiosOf(perBar(one), perBar(all))),
          of('one thread', 'µs/bar', perBar(one)),
          of('reading and candles alone', 'µs/bar', perBar(bare)),
          of('one thread ÷ reading and candles', '×', ratiosOf(perBar(one), perBar(bare))),
          of(
            `peak memory, ${threads} threads`,
            'MB',
            all.map((side) => side.peakMb),
          ),
          of(
            'peak memory, reading and candles',
            'MB',
            bare.map((side) => side.peakMb),
          ),
          ...peer.figures(),
        ],
      }
    })
  },
}
