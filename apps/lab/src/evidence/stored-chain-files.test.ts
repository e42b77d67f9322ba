import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ChainSource, RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { storeChain } from '@strikewise/chain-history/store-chain.ts'
import { istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { beforeEach, expect, it } from 'vitest'
import { registerCandidate } from '../trial/register-candidate.ts'
import { chainRecords } from './chain-records.ts'
import { ResultCache } from './result-cache.ts'
import { risingChain } from '../backtest/testing/rising-chain.ts'
import { storedChainFiles } from './stored-chain-files.ts'

const [FIRST, SECOND, THIRD] = [istDate('2026-01-07'), istDate('2026-01-08'), istDate('2026-01-09')]
let data: string
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'stored-chains-'))
  return () => rmSync(data, { recursive: true })
})
const history = () => path.join(data, 'history')
const store = (chain: RecordedChain, source: ChainSource = 'live') => storeChain(history(), chain, source).file
/** Registers a candidate on the eve of the first day. */
const registerTrial = (day: IstDate) => {
  const recordings = path.join(data, 'recordings')
  mkdirSync(recordings)
  const candidate = {
    name: 'higher entry threshold',
    author: 'A. Rao',
    date: '2026-01-06',
    parameters: { 'engine.enter': 0.45 },
    data: { seen: [{ from: '2016-01-01', to: '2026-01-05' }], test: { from: day, to: day } },
    test: 'mean_r',
    threshold: 0,
  }
  const file = path.join(data, 'candidate.json')
  writeFileSync(file, JSON.stringify(candidate))
  registerCandidate(file, recordings, istInstant(istDate('2026-01-06'), 18))
}
const filesOf = async (records: readonly string[] = []) => (await storedChainFiles(history(), records)).files

it('adds the live sessions that were stored to the evidence of the agents that read chains', async () => {
  const cache = new ResultCache(path.join(data, 'cache'), 'code')
  const observed = async () => {
    const { observations, costs } = await chainRecords(await filesOf(), cache, () => undefined)
    return [new Set(observations.map(({ day }) => day)), new Set(costs.map(({ day }) => day))]
  }
  expect(await observed()).toEqual([new Set(), new Set()])
  store(risingChain({ day: FIRST, minutes: 60 }))
  expect(await observed()).toEqual([new Set([FIRST]), new Set([FIRST])])
  store(risingChain({ day: SECOND, minutes: 60 }))
  expect(await observed()).toEqual([new Set([FIRST, SECOND]), new Set([FIRST, SECOND])])
  // Each file is a part of its own: the first night's is not made again.
  expect([cache.made, cache.found]).toEqual([2, 1])
})

it('leaves out simulated sessions and days of the records, and lists both', async () => {
  store(risingChain({ day: FIRST, minutes: 5 }), 'simulated')
  store(risingChain({ day: SECOND, minutes: 5 }))
  const third = store(risingChain({ day: THIRD, minutes: 5 }), 'recorded')
  expect(await storedChainFiles(history(), ['/records/NIFTY_chain_2026-01-08.csv.gz'])).toEqual({
    files: [third],
    leftOut: [
      { what: '1 stored option chains', reason: 'their market was simulated' },
      { what: '1 stored option chains', reason: 'the chain of that day is among the records' },
    ],
  })
})

it('opens no file of a day that a registered trial is to be tested on', async () => {
  const first = store(risingChain({ day: FIRST, minutes: 5 }))
  const second = store(risingChain({ day: SECOND, minutes: 5 }))
  registerTrial(SECOND)
  // Opened it would end the run.
  writeFileSync(second, 'not Parquet')
  const { files, leftOut } = await storedChainFiles(history(), [])
  expect(files).toEqual([first])
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    'test data of a registered trial, which are not read before its test',
  ])
})

it('names the file that cannot be read', async () => {
  writeFileSync(store(risingChain({ day: FIRST, minutes: 5 })), 'not Parquet')
  await expect(filesOf()).rejects.toThrow(/NIFTY_chain_2026-01-07\.parquet.*not readable as Parquet/)
})

it('is empty where nothing is stored', async () => {
  expect(await storedChainFiles(path.join(data, 'nothing'), [])).toEqual({ files: [], leftOut: [] })
})
