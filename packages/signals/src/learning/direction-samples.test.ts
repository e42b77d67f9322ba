import { VOTERS } from '../registry/registry.ts'
import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { directionSamples, type JudgedDecision } from './direction-samples.ts'

const DAY = '2026-11-19' as IstDate
const at = (minute: number) => istInstant(DAY, 10, minute)
const UNTIL = istInstant(DAY, 15, 15)

function decision(barEnd: EpochMs, spot: number, change: Partial<JudgedDecision> = {}): JudgedDecision {
  const contributions = VOTERS.map((agent, i) => ({ agent, signed: i / 10, stale: false }))
  return { barEnd, spot: spot as Paise, atr5: 1000 as Paise, contributions, ...change }
}

describe('the label of a minute', () => {
  it.each<[what: string, later: number, up: 0 | 1 | undefined]>([
    ['up by more than 0.1 ATR', 100_101, 1],
    ['up by 0.1 ATR exactly', 100_100, undefined],
    ['down by 0.1 ATR exactly', 99_900, undefined],
    ['down by more', 99_899, 0],
    ['not moved', 100_000, undefined],
  ])('when the index is %s after 15 minutes', (_what, later, up) =>
    expect(directionSamples([decision(at(0), 100_000), decision(at(15), later)], UNTIL).map((one) => one.up)).toEqual(
      up === undefined ? [] : [up],
    ),
  )

  it.each<[what: string, decisions: JudgedDecision[], until: EpochMs]>([
    ['the later decision is missing', [decision(at(0), 100_000), decision(at(14), 100_500)], UNTIL],
    ['it is not the end of a five-minute bar', [decision(at(1), 100_000), decision(at(16), 100_500)], UNTIL],
    ['the range is not known', [decision(at(0), 100_000, { atr5: 0 as Paise }), decision(at(15), 100_500)], UNTIL],
    ['the index had no price', [decision(at(0), 0), decision(at(15), 100_500)], UNTIL],
    ['the index had no price later', [decision(at(0), 100_000), decision(at(15), 0)], UNTIL],
    [
      'the index is in its closing auction by then',
      [decision(at(0), 100_000), decision(at(15), 100_500)],
      (at(15) - MINUTE_MS) as EpochMs,
    ],
  ])('is not there when %s', (_what, decisions, until) => expect(directionSamples(decisions, until)).toEqual([]))
})

it('keeps what each agent reported in the order of the votes; what was stale, or not there, reports nothing', () => {
  const contributions = [
    { agent: 'spike_signal', signed: -0.5, stale: false },
    { agent: 'candle_signal', signed: 0.4, stale: false },
    { agent: 'indicator_signal', signed: 0.3, stale: true },
  ] as const
  const [sample] = directionSamples([decision(at(0), 100_000, { contributions }), decision(at(15), 101_000)], UNTIL)
  expect(sample!.signed).toEqual([0.4, Number.NaN, Number.NaN, Number.NaN, -0.5])
})
