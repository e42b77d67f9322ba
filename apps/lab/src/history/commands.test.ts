import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const work = mkdtempSync(path.join(tmpdir(), 'history-command-'))
const folder = path.join(work, 'stored')
const main = path.join(import.meta.dirname, 'main.ts')
const history = (...args: string[]) =>
  execFileSync(process.execPath, [main, ...args, '--folder', folder], { encoding: 'utf8' })

beforeAll(() => {
  for (const day of ['2026-01-20', '2026-01-21', '2026-01-22'])
    writeFileSync(
      path.join(work, `NIFTY_chain_${day}.csv`),
      [
        'ts,symbol,expiry,strike,type,ltp,bid,ask,bid_qty,ask_qty,volume,oi',
        `${day}T09:15:55+05:30,NIFTY,2026-01-27,25000,CE,100.15,100.1,100.2,75,150,1000,5000`,
        `${day}T09:16:55+05:30,NIFTY,2026-01-27,25000,CE,101.15,101.1,101.2,75,150,1000,5075`,
      ].join('\n'),
    )
  history('add', work)
})
afterAll(() => rmSync(work, { recursive: true }))

const stored = () => readdirSync(path.join(folder, 'NIFTY'))

it('times reads of the stored days and prints median and p99', () => {
  expect(history('time')).toMatch(
    /^figure: a day’s series of a contract, 3 days stored, median, p99 \| [\d.]+ ms, [\d.]+ ms\n$/,
  )
})

it('removes the days before the one that prune names, and no other file', () => {
  writeFileSync(path.join(folder, 'NIFTY', 'notes.txt'), 'mine')
  expect(history('prune', '2026-01-21')).toBe(
    `${path.join(folder, 'NIFTY', 'NIFTY_chain_2026-01-20.parquet')} removed\n`,
  )
  expect(stored()).toEqual(['NIFTY_chain_2026-01-21.parquet', 'NIFTY_chain_2026-01-22.parquet', 'notes.txt'])
  expect(history('prune', '2026-01-21')).toBe('')
})

it('refuses to prune without a day and removes nothing', () => {
  const before = stored()
  const { status, stderr } = spawnSync(process.execPath, [main, 'prune', '--folder', folder], { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('prune: a day like 2026-11-30 is missing')
  expect(stored()).toEqual(before)
})
