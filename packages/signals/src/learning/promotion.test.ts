import { describe, expect, it } from 'vitest'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { BASELINES } from './baselines.ts'
import { championBefore, championOn, pendingAfter, type ChampionChange } from './champions.ts'
import type { Registration, TestResult } from './registered-trial.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { livePerformance, shouldRollBack } from './live-performance.ts'
import {
  promotionConditions,
  registeredCondition,
  type BacktestEvidence,
  type FiledTrial,
} from './promotion-criteria.ts'
import { sessionsOf, tradingDays } from './testing/synthetic-sessions.ts'

const day = (text: string) => text as IstDate
const VERSION = day('2026-06-01')
const passing: BacktestEvidence = {
  version: VERSION,
  configHash: 'cd',
  period: { from: day('2026-06-03'), to: day('2026-11-20') },
  trades: 200,
  daily: { count: 120, mean: 0.2, deviation: 1, skewness: 0, kurtosis: 3 },
  tried: { trials: 4, deviation: 0.05, inRun: 4 },
  overfitting: 0.2,
  baselines: BASELINES.map((name) => ({ name, result: 110, p95: name === 'straddle' ? -200 : 100 })),
}
const now = { configHash: 'cd', firstSession: day('2026-06-03'), tried: { trials: 4, deviation: 0.04 } }

describe('the promotion gate', () => {
  it.each<[what: string, change: Partial<BacktestEvidence>, fails: string[]]>([
    ['all is just enough', {}, []],
    ['the days report less', { daily: { ...passing.daily, mean: 0.18 } }, ['deflated_sharpe']],
    ['they are too few', { daily: { ...passing.daily, count: 2 } }, ['deflated_sharpe']],
    ['overfitting is a hair over', { overfitting: 0.2001 }, ['overfitting']],
    ['nothing else was tried', { overfitting: null }, ['overfitting']],
    ['one trade is missing', { trades: 199 }, ['trades']],
    ['a baseline is as good', { baselines: passing.baselines.map((one) => ({ ...one, result: 100 })) }, ['baselines']],
    ['one was not measured', { baselines: passing.baselines.slice(1) }, ['baselines']],
    ['none was measured', { baselines: [] }, ['baselines']],
    ['it was run in other code', { configHash: 'ef' }, ['code']],
    ['it is of another version', { version: day('2026-06-02') }, ['code']],
    [
      'it begins within the sessions it learned from',
      { period: { from: day('2026-06-02'), to: day('2026-11-20') } },
      ['out_of_sample'],
    ],
    ['two conditions fail', { trades: 3, overfitting: 0.9 }, ['overfitting', 'trades']],
  ])('when %s', (_what, change, fails) => {
    const conditions = promotionConditions({ version: VERSION }, { evidence: { ...passing, ...change }, ...now })
    expect(conditions.filter(({ met }) => !met).map(({ message }) => reasonOf(message.code))).toEqual(fails)
  })

  it('is shut without evidence, and reports it', () =>
    expect(promotionConditions({ version: VERSION })).toEqual([
      { message: { code: 'promotion.evidence', version: '2026-06-01' }, met: false },
    ]))

  const trial = (from: string, success: boolean | null): FiledTrial => ({
    registration: { candidate: { data: { test: { from: day(from), to: day('2026-11-20') } } } } as Registration,
    result: success === null ? null : ({ success } as TestResult),
  })
  it.each<[what: string, trials: FiledTrial[], code: string]>([
    ['none was registered', [], 'promotion.registered.missing'],
    ['it was tested on a session too close', [trial('2026-06-02', true)], 'promotion.registered.missing'],
    ['its test has no result', [trial('2026-06-03', null)], 'promotion.registered.waiting'],
    ['its test failed', [trial('2026-06-03', false)], 'promotion.registered.failed'],
    ['its test succeeded', [trial('2026-06-03', true)], 'promotion.registered'],
    ['a later test failed', [trial('2026-06-03', true), trial('2026-07-03', false)], 'promotion.registered.failed'],
    ['a later test waits', [trial('2026-06-03', true), trial('2026-07-03', null)], 'promotion.registered'],
  ])('asks for a registered trial that succeeded: %s', (_what, trials, code) =>
    expect(registeredCondition({ version: VERSION }, trials, now.firstSession)).toMatchObject({
      message: { code },
      met: code === 'promotion.registered',
    }),
  )

  it('names each baseline that is not beaten, with its figure', () => {
    const baselines = passing.baselines.slice(0, 4).map((one) => ({ ...one, result: 50 }))
    const last = promotionConditions({ version: VERSION }, { evidence: { ...passing, baselines }, ...now }).at(-1)
    const behind = (['random_direction', 'inverted_signal', 'first_15_minutes'] as const).map((baseline) => ({
      code: 'promotion_baseline.behind',
      baseline,
      result: 50_00,
      against: 100_00,
    }))
    expect(last).toEqual({
      message: { code: 'promotion.baselines.both', percentile: 95, baselines: ['future_held'], behind },
      met: false,
    })
  })

  it('opens less the more was tried', () => {
    const after = (trials: number) =>
      promotionConditions({ version: VERSION }, { evidence: passing, ...now, tried: { trials, deviation: 0.04 } })
        .filter(({ met }) => !met)
        .map(({ message }) => reasonOf(message.code))
    expect(after(4)).toEqual([])
    expect(after(200)).toEqual(['deflated_sharpe'])
  })
})

const promoted = (version: string, from: string): ChampionChange => ({
  kind: 'promoted',
  version: day(version),
  from: day(from),
})
const back = (version: string | null, from: string): ChampionChange => ({
  kind: 'rolled_back',
  version: version === null ? null : day(version),
  from: day(from),
})

describe('who decides', () => {
  const changes = [
    promoted('2026-06-01', '2026-07-01'),
    promoted('2026-06-20', '2026-08-03'),
    back('2026-06-01', '2026-09-01'),
  ]

  it.each([
    ['2026-06-30', null, null],
    ['2026-07-01', '2026-06-01', '2026-07-01'],
    ['2026-08-02', '2026-06-01', '2026-07-01'],
    ['2026-08-03', '2026-06-20', '2026-08-03'],
    ['2026-09-01', '2026-06-01', '2026-09-01'],
  ])('on %s: %s', (on, version, from) => expect(championOn(changes, day(on))).toEqual({ version, from }))

  it('does not change within a day: a change waits for its session', () => {
    expect(pendingAfter(changes, day('2026-08-31'))).toBe(changes[2])
    expect(pendingAfter(changes, day('2026-09-01'))).toBeUndefined()
  })

  it.each<[what: string, changes: ChampionChange[], before: { version: string | null } | undefined]>([
    ['nothing was promoted', [], undefined],
    ['one was promoted', changes.slice(0, 1), { version: null }],
    ['a second was', changes.slice(0, 2), { version: '2026-06-01' }],
    ['the second went', changes, { version: null }],
    ['both went', [...changes, back(null, '2026-10-01')], undefined],
  ])('before it, when %s', (_what, made, before) => expect(championBefore(made)).toEqual(before))
})

describe('the live record', () => {
  const days = tradingDays('2026-06-01', 30)
  const sure = { scoreMap: { offset: 0, slope: 4 }, weights: SIGNAL_PARAMS.engine.weights }

  it('makes a version go that is worse than a coin over 20 sessions, and none before', () => {
    const wrong = sessionsOf(days, [-0.8, -0.8, -0.8, 0, 0])
    const at = (count: number) => livePerformance(sure, wrong.slice(0, count))
    expect(at(19).brier).toBeGreaterThan(0.25)
    expect(shouldRollBack(at(19))).toBe(false)
    expect(shouldRollBack(at(20))).toBe(true)
    expect(at(30).sessions).toBe(20)
  })

  it('keeps one that is right, and one that forecasts one half of everything', () => {
    expect(shouldRollBack(livePerformance(sure, sessionsOf(days, [0.8, 0.8, 0.8, 0, 0])))).toBe(false)
    const silent = { ...sure, scoreMap: { offset: 0, slope: 0 } }
    const record = livePerformance(silent, sessionsOf(days, [-1, -1, -1, -1, -1]))
    expect(record.brier).toBe(0.25)
    expect(shouldRollBack(record)).toBe(false)
  })

  it('counts sessions with labels only', () => {
    const quiet = sessionsOf(days, [-1, -1, -1, -1, -1]).map((session, i) =>
      i < 15 ? { ...session, samples: [] } : session,
    )
    expect(livePerformance(sure, quiet)).toMatchObject({ sessions: 15 })
  })
})
