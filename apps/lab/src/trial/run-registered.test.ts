// @invariant registered-trials
import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DailyResult } from '../backtest/measure/performance.ts'
import { readOptions } from '../backtest/options.ts'
import { runBacktest } from '../backtest/run-backtest.ts'
import { readCandidate } from '../backtest/trials-log/registration.ts'
import { trialsLogOf } from '../backtest/trials-log/test-data.ts'
import { appendTrials, readTrialsLog } from '../backtest/trials-log/trials-file.ts'
import { recordedOpening } from '../backtest/testing/recorded-opening.ts'
import { HEAD, swingingSessions } from '../backtest/testing/bar-file.ts'
import { isResultOf } from '@strikewise/signals/learning/registered-trial.ts'
import { exportedTrial } from './exported-trial.ts'
import { registerCandidate } from './register-candidate.ts'
import { runRegistered, type DailyRunner } from './run-registered.ts'

const opened: string[] = []
/** The text of the trials log at each opening of a recorded file. */
const logAtOpening: string[] = []

/** Notes what is opened, in this thread, from here on: the module's own functions are replaced for every importer. */
function watchOpenings(): void {
  const read = fs.readFileSync
  const note = (name: unknown) => {
    opened.push(String(name))
    const log = trialsLogOf(path.dirname(path.dirname(String(name))))
    if (String(name).endsWith('.swr')) logAtOpening.push(fs.existsSync(log) ? String(read(log)) : '')
  }
  for (const call of ['readFileSync', 'openSync', 'createReadStream'] as const) {
    const real = fs[call] as (...args: unknown[]) => unknown
    vi.spyOn(fs, call).mockImplementation(((...args: unknown[]) => {
      note(args[0])
      return real(...args)
    }) as never)
  }
  syncBuiltinESMExports()
}

const registeredOn = istInstant(istDate('2026-09-11'), 18, 0)
const afterTest = istInstant(istDate('2026-10-31'), 9, 0)
const SETTINGS = { lots: 1, slBuffer: 0 as Paise, trailing: false, capital: 10_000_000 as Paise }
const FILE = {
  name: 'higher entry threshold',
  author: 'A. Rao',
  date: '2026-09-11',
  parameters: { 'engine.enter': 0.45 },
  data: { seen: [{ from: '2016-01-01', to: '2026-08-05' }], test: { from: '2026-09-14', to: '2026-10-30' } },
  test: 'mean_r',
  threshold: 0,
}

let recordings: string
beforeEach(() => {
  recordings = mkdtempSync(path.join(tmpdir(), 'trials-'))
  for (const day of testDays()) recordedOpening(recordings, day)
  opened.length = 0
  logAtOpening.length = 0
  watchOpenings()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(recordings, { recursive: true })
})

function testDays(): IstDate[] {
  const days: IstDate[] = []
  for (let day = istDate('2026-09-14'); day <= '2026-10-30'; day = addDays(day, 1))
    if (nseCalendar.isTradingDay(day)) days.push(day)
  return days
}

function candidateFile(changed: object = {}, name = 'candidate.json'): string {
  const file = path.join(recordings, name)
  writeFileSync(file, JSON.stringify({ ...FILE, ...changed }))
  return file
}

const register = (changed?: object) => registerCandidate(candidateFile(changed), recordings, registeredOn)

/** Results that a candidate with an edge of `mean` R a session brings, over the product's own of none. */
const edgeOf =
  (mean: number): DailyRunner =>
  async (found) =>
    [mean, 0].map((edge) =>
      found.map(({ day }, i): DailyResult => ({ day, net: 0, r: edge + (i % 2 === 0 ? 0.4 : -0.4), trades: 1 })),
    )

const test = (registration: string, runDays: DailyRunner = edgeOf(0.5), now = afterTest) =>
  runRegistered({ recordings, registration, settings: SETTINGS, seed: 'seed', workers: 1, now }, runDays)

/** Recorded files of the test that were opened. */
const openedTestData = () => [
  ...new Set(opened.filter((name) => name.endsWith('.swr') && path.basename(path.dirname(name)) > '2026-09-11')),
]
const kinds = () => readTrialsLog(trialsLogOf(recordings)).map(({ kind }) => kind)

describe('test data', () => {
  it('are not opened for what is not registered, and the refusal is logged', async () => {
    await expect(test('ab'.repeat(32))).rejects.toThrow('it is not registered')
    expect(openedTestData()).toEqual([])
    expect(kinds()).toEqual(['refusal'])
  })

  it('are unread before the registration and the look are on the disk', async () => {
    const { hash } = register()
    expect(opened.filter((name) => name.endsWith('.swr'))).toEqual([])
    const result = await test(hash)
    expect(openedTestData()).toHaveLength(testDays().length)
    // What the log on the disk held when the first file of the test data was opened.
    expect(logAtOpening.at(0)).toContain(`"kind":"look","registration":"${hash}"`)
    expect(result.sessions).toBe(testDays().length)
    expect(kinds()).toEqual(['registration', 'look', 'trial', 'trial', 'result'])
  })

  it('leave the log as an operator files them: a registration, and its result once there is one', async () => {
    const log = trialsLogOf(recordings)
    expect(() => exportedTrial(log, 'ab'.repeat(32))).toThrow('there is no registration')
    const registration = register()
    expect(exportedTrial(log, registration.hash)).toEqual({ registration, result: null })
    const result = await test(registration.hash)
    expect(exportedTrial(log, registration.hash.slice(0, 12))).toEqual({ registration, result })
    expect(isResultOf(result, registration)).toBe(true)
    expect(isResultOf({ ...result, success: !result.success }, registration)).toBe(false)
  })

  it('are refused a second time, under the registration and under a twin of the same rule', async () => {
    const [{ hash }, twin] = [register(), register({ author: 'B. Iyer' })]
    await test(hash)
    opened.length = 0
    await expect(test(hash.slice(0, 12))).rejects.toThrow('a second look proves nothing')
    await expect(test(twin.hash)).rejects.toThrow(
      `the same rule was tested on some of these sessions as ${hash.slice(0, 12)}`,
    )
    expect(openedTestData()).toEqual([])
    expect(kinds().slice(-2)).toEqual(['refusal', 'refusal'])
  })

  it('are tested after a run that broke off, which has shown nothing', async () => {
    const { hash } = register()
    await expect(test(hash, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    expect((await test(hash)).success).toBe(true)
    expect(kinds()).toEqual(['registration', 'look', 'look', 'trial', 'trial', 'result'])
  })

  it('are not tested before their last day is over', async () => {
    const { hash } = register()
    await expect(test(hash, edgeOf(1), istInstant(istDate('2026-10-30'), 16, 0))).rejects.toThrow(
      'complete after 2026-10-30',
    )
    expect(openedTestData()).toEqual([])
  })
})

describe('a backtest beside open registrations', () => {
  const backtest = (...args: string[]) => runBacktest(readOptions([...args, '--workers', '1']), process.stderr)

  it('opens no recorded day of a test, and refuses one that is named', async () => {
    register()
    const day = path.join(recordings, '2026-09-15')
    await expect(backtest(day)).rejects.toThrow('2026-09-15 is test data of the registered trial')
    await expect(backtest(recordings)).rejects.toThrow('no ordinary session')
    expect(openedTestData()).toEqual([])
  })

  it('does not open a folder that hides its day', async () => {
    register()
    const hidden = recordedOpening(recordings, '2026-09-15', 'other')
    await expect(backtest(hidden)).rejects.toThrow('not named by its day')
    const renamed = recordedOpening(recordings, '2026-09-15', '2026-09-01')
    await expect(backtest(renamed)).rejects.toThrow('2026-09-15 is test data')
  })

  it('ends at bars of a session of the test', async () => {
    register()
    const bars = path.join(recordings, 'NIFTY_1m.csv')
    writeFileSync(bars, `${[HEAD, ...swingingSessions('2026-09-11', 3)].join('\n')}\n`)
    await expect(backtest(bars, '--trials-log', trialsLogOf(recordings))).rejects.toThrow('2026-09-15 is test data')
  })

  it('reads them once they were tested', async () => {
    const { hash } = register()
    await test(hash)
    opened.length = 0
    // The recordings hold no quotes: a thread that replays them finds nothing to trade.
    await expect(backtest(recordings)).rejects.toThrow()
    expect(openedTestData().length).toBeGreaterThan(0)
  })
})

describe('a result', () => {
  it('counts every trial of the log, and is worth less for each', async () => {
    const alone = await test(register().hash)
    const again = mkdtempSync(path.join(tmpdir(), 'trials-'))
    for (const day of testDays()) recordedOpening(again, day)
    const tried = Array.from({ length: 40 }, (_, i) => ({
      name: `try ${i}`,
      configHash: 'ab',
      seed: 'seed',
      period: { from: '2026-01-01', to: '2026-01-02' },
      sessions: 'cd',
      daily: [i % 7, -3, (i * 5) % 11],
    }))
    appendTrials(trialsLogOf(again), tried)
    const { hash } = registerCandidate(candidateFile(), again, registeredOn)
    const among = await runRegistered(
      { recordings: again, registration: hash, settings: SETTINGS, seed: 'seed', workers: 1, now: afterTest },
      edgeOf(0.5),
    )
    rmSync(again, { recursive: true })
    expect([alone.trials, among.trials]).toEqual([2, 42])
    expect(among.deflatedSharpe!).toBeLessThan(alone.deflatedSharpe!)
    expect(among.interval).toEqual(alone.interval)
  })

  it.each([
    ['mean_r', 0.5, 0.2, true],
    ['mean_r', 0, 0.2, false],
    ['gain_r', 0.5, 0.4, true],
    ['deflated_sharpe', 0.5, 0.95, true],
    ['deflated_sharpe', 0, 0.95, false],
  ])(
    'is judged by the registered statistic: %s with %d R a session above %d',
    async (statistic, mean, threshold, success) => {
      const result = await test(register({ test: statistic, threshold }).hash, edgeOf(mean))
      expect(result.success).toBe(success)
    },
  )

  it('counts the trading days that were not recorded', async () => {
    for (const day of testDays().slice(-3)) rmSync(path.join(recordings, day), { recursive: true })
    expect((await test(register().hash)).missing).toBe(3)
  })
})

describe('a candidate', () => {
  it.each([
    [
      { data: { ...FILE.data, test: { from: '2026-09-11', to: '2026-10-30' } } },
      'test data are sessions after 2026-09-11',
    ],
    [{ data: { ...FILE.data, seen: [{ from: '2026-09-01', to: '2026-09-14' }] } }, 'data.seen: 2026-09-14 is later'],
    [{ date: '2026-09-12' }, 'date: 2026-09-12 is later than today'],
    [{ parameters: {} }, 'the candidate is the product’s own rule'],
    [{ parameters: { 'engine.entre': 1 } }, 'there is no parameter engine.entre'],
    [{ test: 'sharpe' }, 'test: one of mean_r, gain_r, deflated_sharpe is missing'],
    [{ threshold: null }, 'threshold: a number is missing'],
    [{ author: ' ' }, 'author: a text is missing'],
    [{ weights: { format: 1 } }, 'not a weights artefact'],
    [{ looks: 2 }, 'there is no field looks'],
  ])('is refused with what is wrong: %j', (changed, reason) => {
    expect(() => register(changed)).toThrow(reason)
    expect(kinds()).toEqual([])
  })

  it('is registered once, by a hash that its spacing does not change', () => {
    const { hash } = register()
    const spaced = path.join(recordings, 'spaced.json')
    writeFileSync(spaced, JSON.stringify(readCandidate(readFileSync(candidateFile(), 'utf8')), undefined, 4))
    expect(() => registerCandidate(spaced, recordings, registeredOn)).toThrow(`is registered as ${hash}`)
    expect(register({ threshold: 0.1 }).hash).not.toBe(hash)
  })
})
