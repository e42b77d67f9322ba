import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { barFolder, HEAD, swingingSessions } from './testing/bar-file.ts'
import type { Report } from './report/report.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
const RECORDED = path.join(import.meta.dirname, '../../../../../shared/data/bars/NIFTY_1m_2022.csv.gz')

const { folder, remove, write } = barFolder()
afterAll(remove)

/** Runs the command as a user does, and tells what it said. */
function backtest(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr }),
    )
  })
}

const reportAt = (name: string) => JSON.parse(readFileSync(`${name}.json`, 'utf8')) as Report

describe('a run over eight made-up sessions', { timeout: 300_000 }, () => {
  const bars = write('NIFTY_1m_2026.csv.gz', [HEAD, ...swingingSessions('2026-09-16', 8)])
  const first = path.join(folder, 'first')

  it('writes summary, JSON and one page that needs nothing beside itself', async () => {
    const { code, stdout, stderr } = await backtest(bars, '--out', first, '--workers', '2')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^SIMULATED/)
    expect(stdout).toContain('modelled (no recorded chains)')
    const report = reportAt(first)
    expect(report).toMatchObject({
      simulated: true,
      pricing: { modelled: 8, recorded: 0 },
      files: ['NIFTY_1m_2026.csv.gz'],
    })
    expect(report.trades.length).toBeGreaterThan(0)
    for (const trade of report.trades) {
      expect(trade.net).toBe(trade.gross - trade.charges)
      expect(trade.gross).toBe(trade.quantity * (trade.exitPrice - trade.entryPrice))
      expect(trade.words.find(({ agent }) => agent === 'indicator_signal')?.reasons).not.toHaveLength(0)
    }
    const net = report.trades.reduce((sum, trade) => sum + trade.net, 0)
    expect(report.performance.net).toBe(net)
    expect(report.daily.reduce((sum, day) => sum + day.net, 0)).toBe(net)

    const page = readFileSync(`${first}.html`, 'utf8')
    expect(page).not.toMatch(/(?:src|href)=|url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
    const packed = /id="trades">([^<]+)</.exec(page)![1]!
    const shown = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as Report['trades']
    expect(shown.map(({ net }) => net)).toEqual(report.trades.map(({ net }) => net))
    for (const { bars, decidedAt } of shown) {
      expect(bars.from).toBeLessThanOrEqual(decidedAt)
      expect(bars.prices.length).toBeGreaterThan(0)
    }
  })

  it('gives the same bytes again, on another number of threads too; another seed gives others', async () => {
    const [second, third] = [path.join(folder, 'second'), path.join(folder, 'third')]
    await backtest(bars, '--out', second, '--workers', '1')
    expect(readFileSync(`${second}.json`)).toEqual(readFileSync(`${first}.json`))
    expect(readFileSync(`${second}.html`)).toEqual(readFileSync(`${first}.html`))
    await backtest(bars, '--out', third, '--seed', 'another', '--to', '2026-09-21')
    expect(reportAt(third).digest).not.toBe(reportAt(first).digest)
    expect(reportAt(third).period).toEqual({ from: '2026-09-16', to: '2026-09-21' })
  })

  it('a sweep tries every value, logs every trial and counts them', async () => {
    const swept = path.join(folder, 'swept')
    const { code } = await backtest(bars, '--out', swept, '--sweep', 'engine.enter=0.3,0.4,0.9', '--to', '2026-09-23')
    expect(code).toBe(0)
    const { trials, overfitting } = reportAt(swept)
    // 0.4 is the product's own value: it is not tried twice.
    expect(trials.map(({ name }) => name)).toEqual(["the product's own", 'engine.enter=0.3', 'engine.enter=0.9'])
    expect(overfitting.trials).toBe(3)
    expect(trials[2]!.trades).toBe(0)
    expect(new Set(trials.map(({ configHash }) => configHash)).size).toBe(3)
  })
})

describe('what cannot be used ends with code 2, the reason, and nothing written', { timeout: 120_000 }, () => {
  const lines = swingingSessions('2026-09-16', 1)
  const out = path.join(folder, 'nothing')
  const bad = () => write('NIFTY_bad.csv', [HEAD, ...lines.slice(0, 300), lines[10]!, ...lines.slice(300)])
  const cases: [what: string, args: () => string[], reason: string][] = [
    ['no bars', () => [], 'no bars and no recorded days given'],
    ['a file that is not there', () => ['x.csv'], 'x.csv: there is no such file or folder'],
    ['a bad row far down', () => [bad()], 'NIFTY_bad.csv, line 302: its time is before that of the row above'],
  ]
  it.each(cases)('%s', async (_what, args, reason) => {
    const { code, stdout, stderr } = await backtest(...args(), '--out', out)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(reason)
    expect([existsSync(`${out}.json`), existsSync(`${out}.html`)]).toEqual([false, false])
  })
})

it.each([
  ['an unknown option', ['x.csv', '--lotz', '1'], "Unknown option '--lotz'"],
  ['lots that are none', ['x.csv', '--lots', '0'], '--lots must be a whole number of at least 1, not "0"'],
  ['a day that is none', ['x.csv', '--from', '2026-02-30'], 'not a date (YYYY-MM-DD): 2026-02-30'],
  [
    'an unknown parameter',
    ['x.csv', '--sweep', 'engine.entr=1,2'],
    'there is no parameter engine.entr that is a number',
  ],
  ['a value of another kind', ['x.csv', '--sweep', 'trade.trailing=true,2'], 'trade.trailing: "2" is not a boolean'],
  ['a sweep without values', ['x.csv', '--sweep', 'engine.enter'], '--sweep must be name=value,value,…'],
])('a command line with %s is refused', (_what, args, reason) => expect(() => readOptions(args)).toThrow(reason))

describe('a recorded month', { timeout: 300_000 }, () => {
  it.skipIf(!existsSync(RECORDED))(
    'runs, and its figures stay within reason (skipped without the shared bars)',
    async () => {
      const out = path.join(folder, 'recorded')
      const { code } = await backtest(RECORDED, '--to', '2022-01-31', '--out', out)
      expect(code).toBe(0)
      const { performance, period } = reportAt(out)
      expect(period).toEqual({ from: '2022-01-03', to: '2022-01-31' })
      expect(performance.sessions).toBe(20)
      expect(performance.trades).toBeGreaterThan(5)
      // Three entries a day at the most, and no session may lose more than its cap allows.
      expect(performance.trades).toBeLessThanOrEqual(60)
      expect(Math.abs(performance.expectancyR!)).toBeLessThan(0.6)
      expect(performance.costShare).toBeGreaterThan(0.02)
    },
  )
})
