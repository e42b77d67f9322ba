import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FII_DII_AGENT } from '@strikewise/signals/registry/definitions/fii-dii-agent.ts'
import { OPTION_CHAIN_AGENT } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import { readOptions } from './options.ts'
import { reportHtml } from './report/html.ts'
import { summaryText } from './report/summary.ts'
import { reportJson } from './report/json.ts'
import type { Report } from './report/report.ts'
import { runBacktest } from './run-backtest.ts'
import { barFolder, HEAD, swingingSessions } from './testing/bar-file.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
const RECORDED = path.join(import.meta.dirname, '../../../../../shared/data/bars/NIFTY_1m_2022.csv.gz')

const { folder, remove, write } = barFolder()
afterAll(remove)

/** Runs the command as a user does, and returns its output. */
function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr }),
    )
  })
}

/** What the command does, in this process: half its time is its start. */
const backtest = (...args: string[]) => runBacktest(readOptions(args), process.stderr)

/** Three sessions of both indices: a piece of work each, so that two threads have something to do. */
const sessions = swingingSessions('2026-09-16', 3)
const bars = [
  write('NIFTY_1m_2026.csv.gz', [HEAD, ...sessions]),
  write('BANKNIFTY_1m_2026.csv', [HEAD, ...sessions.map((line) => line.replace('NIFTY', 'BANKNIFTY'))]),
]

describe('a run over three made-up sessions of both indices', { timeout: 300_000 }, () => {
  let report: Report
  beforeAll(async () => {
    report = await backtest(...bars, '--workers', '2')
  }, 300_000)

  it('shows of every trade its result and each agent’s contribution', () => {
    expect(report).toMatchObject({
      simulated: true,
      pricing: { modelled: 6, recorded: 0 },
      files: ['NIFTY_1m_2026.csv.gz', 'BANKNIFTY_1m_2026.csv'],
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
  })

  it('trades without a vote of the chain agent where no chain is recorded, on a floor of what the others hold', () => {
    expect(report.coverage).toEqual({
      sessions: 6,
      of: 6,
      agents: [OPTION_CHAIN_AGENT.name, FII_DII_AGENT.name],
      floor: expect.closeTo(0.6, 9),
      withInputs: expect.closeTo(0.6, 9),
      rule: 0.7,
    })
    expect(report.trades.length).toBeGreaterThan(0)
    for (const { coverage, contributions } of report.trades) {
      expect(coverage).toBeCloseTo(0.6, 9)
      expect(contributions.find(({ agent }) => agent === OPTION_CHAIN_AGENT.name)?.stale).toBe(true)
    }
    const line = 'Option chain and FII/DII had no vote (no records); coverage floor 0.60 of 0.60, live 0.70.'
    expect(summaryText(report).split('\n')[0]).toContain(line)
    expect(reportHtml(report)).toContain(line)
  })

  it('makes one page that needs nothing beside itself, with the index around every trade', () => {
    const page = reportHtml(report)
    expect(page).not.toMatch(/(?:src|href)=|url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
    const packed = /id="trades">([^<]+)</.exec(page)![1]!
    const shown = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as Report['trades']
    expect(shown.map(({ net }) => net)).toEqual(report.trades.map(({ net }) => net))
    for (const { bars: window, decidedAt } of shown) {
      expect(window.from).toBeLessThanOrEqual(decidedAt)
      expect(window.prices.length).toBeGreaterThan(0)
    }
  })

  it('gives the same bytes again as a command of one thread', async () => {
    const out = path.join(folder, 'second')
    const { code, stdout, stderr } = await command(...bars, '--out', out, '--workers', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^SIMULATED/)
    expect(stdout).toContain('modelled (no recorded chains)')
    expect(readFileSync(`${out}.json`, 'utf8')).toBe(reportJson(report))
    expect(readFileSync(`${out}.html`, 'utf8')).toBe(reportHtml(report))
  })

  it('gives others for another seed, and only the days asked for', async () => {
    const [nifty] = bars
    const day = ['--from', '2026-09-17', '--to', '2026-09-17']
    const [one, other] = [await backtest(nifty!, ...day), await backtest(nifty!, ...day, '--seed', 'another')]
    expect(other.digest).not.toBe(one.digest)
    expect(other.period).toEqual({ from: '2026-09-17', to: '2026-09-17' })
  })

  it('trades from a day on what the whole run trades: it knows the sessions before it as well', () => {
    const from = '2026-09-17'
    const later = report.trades.filter(({ day }) => day >= from)
    expect(later.length).toBeGreaterThan(0)
    return expect(backtest(...bars, '--from', from)).resolves.toMatchObject({
      period: { from },
      trades: later,
      leftOut: {},
    })
  })

  it('shows beside it what the chain agent brings when it votes on modelled chains, as a trial of its own', async () => {
    const both = await backtest(bars[0]!, '--modelled-chain')
    expect(both.trials.map(({ name }) => name)).toEqual(["the product's own", 'option chain agent on modelled chains'])
    expect(both.trades).toEqual(report.trades.filter(({ symbol }) => symbol === 'NIFTY'))
    expect(both.trials[1]!.totalR).not.toBe(both.trials[0]!.totalR)
  })

  it('a sweep tries every value, logs every trial and counts them', async () => {
    const swept = await backtest(bars[0]!, '--sweep', 'engine.enter=0.3,0.4,0.9', '--to', '2026-09-16')
    // 0.4 is the product's own value: it is not tried twice.
    expect(swept.trials.map(({ name }) => name)).toEqual(["the product's own", 'engine.enter=0.3', 'engine.enter=0.9'])
    expect(swept.overfitting.trials).toBe(3)
    expect(swept.trials[2]!.trades).toBe(0)
    expect(new Set(swept.trials.map(({ configHash }) => configHash)).size).toBe(3)
  })
})

describe('what cannot be used ends with code 2, the reason, and nothing written', { timeout: 120_000 }, () => {
  const out = path.join(folder, 'nothing')
  const bad = write('NIFTY_bad.csv', [HEAD, ...sessions.slice(0, 300), sessions[10]!, ...sessions.slice(300, 400)])

  it('by the command', async () => {
    const log = `${out}.jsonl`
    const { code, stdout, stderr } = await command(bad, '--out', out, '--trials-log', log)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('NIFTY_bad.csv, line 302: its time is before that of the row above')
    expect([`${out}.json`, `${out}.html`, log].filter(existsSync)).toEqual([])
  })

  it.each([
    ['a file that is not there', 'x.csv', 'x.csv: there is no such file or folder'],
    ['a bad row far down', bad, 'line 302'],
    [
      'a day without a session',
      write('NIFTY_sunday.csv', [HEAD, 'NIFTY,2026-09-20T10:00:00+05:30,1,1,1,1,,']),
      'no ordinary session',
    ],
  ])('%s', async (_what, file, reason) => expect(backtest(file)).rejects.toThrow(reason))
})

it.each([
  ['nothing', [], 'no bars and no recorded days given'],
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

describe('recorded sessions', { timeout: 300_000 }, () => {
  it.skipIf(!existsSync(RECORDED))(
    'run, and their figures stay within reason (skipped without the shared bars)',
    async () => {
      const { performance, period } = await backtest(RECORDED, '--to', '2022-01-06')
      expect(period).toEqual({ from: '2022-01-03', to: '2022-01-06' })
      expect(performance.sessions).toBe(4)
      expect(performance.trades).toBeGreaterThan(3)
      // Three entries a day at the most, and no session may lose more than its cap allows.
      expect(performance.trades).toBeLessThanOrEqual(12)
      expect(Math.abs(performance.expectancyR!)).toBeLessThan(1)
      expect(performance.costShare).toBeGreaterThan(0.02)
    },
  )
})
