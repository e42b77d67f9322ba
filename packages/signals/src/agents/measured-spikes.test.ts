import { describe, expect, it } from 'vitest'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { spikeProfile, type SpikeProfile } from '../option-chain/spike-profile.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, msOfIstDay, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { SpikeSignal } from './spike-signal.ts'

const params = SIGNAL_PARAMS.spike
const FILES = ['bars/NIFTY_1m_2022.csv.gz', 'bars/BANKNIFTY_1m_2022.csv.gz'] as const

/** What the agent reports after every minute of the days, having met `before` first. */
function outputsOf(before: readonly Candle[], days: readonly Candle[], profile: SpikeProfile | undefined) {
  const agent = new SpikeSignal(params, profile)
  let day = ''
  return [...before, ...days].flatMap((bar, i) => {
    const of = istDateAt(bar.start)
    if (of !== day) agent.startSession(istInstant(of, 9, 15))
    day = of
    agent.push(bar, Number.NaN)
    return i < before.length ? [] : [{ at: agent.asOf, l: agent.l, isSpike: agent.isFresh, words: agent.explanation() }]
  })
}

describe.skipIf(!hasRecording(FILES[0]))('on recorded months (skipped: the shared recordings are not here)', () => {
  /** Spikes a day, share of days without any, and share of spikes before 09:30. */
  function measure(file: string, seasonal: boolean) {
    const byDay = [...Map.groupBy(recordedMinutes(file).slice(0, 375 * 140), (bar) => istDateAt(bar.start)).entries()]
    const spikes: EpochMs[] = []
    let quiet = 0
    for (let i = params.sessions; i < byDay.length; i += 1) {
      const [day, bars] = byDay[i]!
      const past = byDay.slice(i - params.sessions, i).flatMap(([, earlier]) => earlier)
      const profile = seasonal ? spikeProfile(nseCalendar, day, past, [], params) : undefined
      const found = outputsOf(past.slice(-400), bars, profile).filter(({ isSpike }) => isSpike)
      if (found.length === 0) quiet += 1
      spikes.push(...found.map(({ at }) => at))
    }
    const days = byDay.length - params.sessions
    const early = spikes.filter((at) => msOfIstDay(at) <= (9 * 60 + 30) * MINUTE_MS).length
    return { aDay: spikes.length / days, quiet: quiet / days, early: early / spikes.length }
  }

  it.each(FILES)('%s: about one spike a day, none on half the days, hardly one at the open', (file) => {
    const { aDay, quiet, early } = measure(file, true)
    expect(aDay).toBeGreaterThan(0.6)
    expect(aDay).toBeLessThan(1.5)
    expect(quiet).toBeGreaterThan(0.35)
    expect(quiet).toBeLessThan(0.65)
    expect(early).toBeLessThan(0.08)
  })

  it('needs the seasonal factor: without it the open is full of them', () =>
    expect(measure(FILES[0], false).early).toBeGreaterThan(0.2))

  it('never looks ahead, and starts again within a day as if it had not stopped', () => {
    const all = recordedMinutes(FILES[0]).slice(0, 375 * 23)
    const [past, today] = [all.slice(0, 375 * 21), all.slice(375 * 21)]
    const profile = spikeProfile(nseCalendar, istDateAt(today[0]!.start), past, [], params)
    const whole = outputsOf(past, today, profile)
    for (const k of [1, 200, 375, 376, 700]) {
      expect(outputsOf(past, today.slice(0, k), profile)).toEqual(whole.slice(0, k))
      expect(outputsOf([...past, ...today.slice(0, k)], today.slice(k), profile)).toEqual(whole.slice(k))
    }
  })
})

it('has no profile from fewer sessions than it needs', () =>
  expect(spikeProfile(nseCalendar, istDateAt(0 as EpochMs), [], [], params)).toBeUndefined())
