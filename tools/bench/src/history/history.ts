import { storedDays } from '@strikewise/chain-history/stored-days.ts'
import { openChainFile, storedSeries } from '@strikewise/chain-history/read-stored.ts'
import { CHAIN_VALUE_NAMES } from '@strikewise/chain-history/recorded-chain.ts'
import { readChain } from '../../../../apps/lab/src/backtest/input/chain-files.ts'
import { roundsOf, type Bench, type BenchFigure, type Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { percentile, ratiosOf, spreadOf } from '../statistics.ts'
import { storeYear } from './year.ts'

/** Sessions of a year; 60 strikes of two expiries are about what the server subscribes to. */
const FULL = { days: 250, strikes: 60, warm: 50, reads: 500, peerReads: 5 }
const SMALLEST = { days: 2, strikes: 2, warm: 0, reads: 5, peerReads: 1 }

/** One figure of one contract through any day of a year of both indices. */
export const historyBench: Bench = {
  name: 'history',
  title: 'a day’s series of a contract, out of a year of stored chains, against the recorded text',
  async run(size) {
    const { warm, reads, peerReads, ...shape } = size === 'full' ? FULL : SMALLEST
    return inEmptyFolder(async (folder) => {
      const csv = await storeYear(folder, shape)
      const files = storedDays(folder).map(({ file }) => file)
      await readsOf(files, warm)
      const rounds: number[][] = []
      const peers: number[] = []
      for (let round = 0; round < roundsOf(size); round += 1) {
        rounds.push(await readsOf(files, reads, round * reads))
        peers.push(percentile(await peerReadsOf(csv, peerReads), 0.5))
      }
      return { rounds: roundsOf(size), conditions: conditionsOf(size, files.length), figures: figuresOf(rounds, peers) }
    })
  },
}

function conditionsOf(size: Size, files: number): string[] {
  const { strikes, warm, reads } = size === 'full' ? FULL : SMALLEST
  return [
    `${files} files, an index and day each: ${strikes} strikes of two expiries, a quote of each contract a minute; ${reads} reads a round, each of another day, contract and figure`,
    `a read opens the file, finds the contract and decodes its rows; the files are in the page cache, ${warm} reads came before`,
    'text: the day as gzipped CSV, read by the reader of recorded chains, which is what there was before',
  ]
}

function figuresOf(rounds: readonly (readonly number[])[], peers: readonly number[]): BenchFigure[] {
  const at = (share: number) => rounds.map((took) => percentile(took, share))
  return [
    { name: 'stored, p50', unit: 'ms', value: spreadOf(at(0.5)) },
    { name: 'stored, p99', unit: 'ms', value: spreadOf(at(0.99)) },
    { name: 'text, p50', unit: 'ms', value: spreadOf(peers) },
    { name: 'text ÷ stored, p50', unit: '×', value: spreadOf(ratiosOf(peers, at(0.5))) },
  ]
}

/** Milliseconds of each of `count` reads. Throws when one has no rows: then nothing was measured. */
async function readsOf(files: readonly string[], count: number, from = 0): Promise<number[]> {
  const took: number[] = []
  for (let read = from; read < from + count; read += 1) {
    const startedAt = performance.now()
    const open = (await openChainFile(files[(read * 7919) % files.length]!))!
    const leg = open.contracts[(read * 104_729) % open.contracts.length]!
    const series = await storedSeries(open, leg, CHAIN_VALUE_NAMES[read % CHAIN_VALUE_NAMES.length]!)
    took.push(performance.now() - startedAt)
    if (series.length !== leg.rows) throw new Error(`${series.length} rows of ${leg.rows} were read`)
  }
  return took
}

async function peerReadsOf(csv: string, count: number): Promise<number[]> {
  const took: number[] = []
  for (let read = 0; read < count; read += 1) {
    const startedAt = performance.now()
    const { leg, legs } = await readChain(csv)
    const rows = leg.filter((number) => number === read % legs.length)
    took.push(performance.now() - startedAt)
    if (rows.length === 0) throw new Error('the text has no row of the contract')
  }
  return took
}
