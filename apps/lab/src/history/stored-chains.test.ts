import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openChainFile, storedSeries } from '@strikewise/chain-history/read-stored.ts'
import { chainFileOf, storeChain } from '@strikewise/chain-history/store-chain.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, expect, it } from 'vitest'
import { readChain } from '../backtest/input/chain-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEAD = 'ts,symbol,expiry,strike,type,ltp,bid,ask,bid_qty,ask_qty,volume,oi'
const row = (time: string, side: string, ltp: string, oi: string, expiry = '2026-01-27') =>
  `2026-01-21T${time}+05:30,NIFTY,${expiry},25000,${side},${ltp},100.1,100.2,75,150,1000,${oi}`

it('stores the last snapshot of each minute, which whatever reads a recorded chain reads again', async () => {
  const csv = path.join(folder, 'NIFTY_chain_2026-01-21.csv')
  const rows = [
    row('09:15:10', 'CE', '100.15', '5000'),
    row('09:15:55', 'CE', '101.05', '5075'),
    row('09:15:55', 'PE', '90', '', '2026-01-27'),
    row('09:16:30', 'CE', '102', '5150'),
    row('09:16:30', 'PE', '89.5', '7000'),
  ]
  writeFileSync(csv, `${[HEAD, ...rows].join('\n')}\n`)
  const { file, ...stored } = storeChain(folder, await readChain(csv), 'recorded')
  expect(stored).toMatchObject({ minutes: 2, contracts: 2, rows: 4 })
  expect(file).toBe(chainFileOf(folder, 'NIFTY', istDate('2026-01-21')))
  writeFileSync(csv, `${[HEAD, ...rows.slice(1)].join('\n')}\n`)
  expect(await readChain(file)).toEqual(await readChain(csv))
  const open = (await openChainFile(file))!
  const leg = { expiry: istDate('2026-01-27'), strike: 25_000 }
  expect(await storedSeries(open, { ...leg, side: 'CE' }, 'ltp')).toEqual([
    { at: '2026-01-21T09:15:55+05:30', value: 101.05 },
    { at: '2026-01-21T09:16:30+05:30', value: 102 },
  ])
  expect((await storedSeries(open, { ...leg, side: 'PE' }, 'oi')).map(({ value }) => value)).toEqual([null, 7000])
  expect(await storedSeries(open, { ...leg, strike: 25_050, side: 'PE' }, 'oi')).toEqual([])
  // Stored again it is replaced, and no draft stays behind.
  storeChain(folder, await readChain(csv), 'recorded')
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)])
})
