// @invariant learning-deterministic
import { byVoter, VOTERS } from '../registry/registry.ts'
import { describe, expect, it } from 'vitest'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { calibrate, forecastBy } from './calibration.ts'
import { trainSession, type JudgedSession, type TrainingSession } from './train-session.ts'
import { sessionsOf, tradingDays } from './testing/synthetic-sessions.ts'
import { artefactHash, artefactText, readArtefact, type TrainedWeights } from './weights-artefact.ts'

const log = { seq: 9, hash: 'ab'.repeat(32) }
const days = tradingDays('2026-06-01', 100)
/** The candle agent knows a good deal, the indicator agent is wrong as often as it is right. */
const sessions = sessionsOf(days, [0.6, 0, 0.1, 0, 0])

function nights(from: number, to: number, all: readonly JudgedSession[] = sessions): TrainedWeights[] {
  const learned: TrainedWeights[] = []
  let before: TrainingSession['before'] = null
  for (let night = from; night <= to; night += 1) {
    const one = trainSession({ sessions: all.slice(0, night), log, before })
    if (one === undefined) continue
    learned.push(one)
    before = artefactHash(artefactText(one))
  }
  return learned
}

describe('a night', () => {
  it('names the day, the sessions it was made from, the code, and what it went on from', () => {
    const [first, second] = nights(81, 82)
    expect(first).toMatchObject({
      version: days[80],
      before: null,
      data: { from: days[1], to: days[80], sessions: 80, log },
    })
    expect(second).toMatchObject({ version: days[81], before: artefactHash(artefactText(first!)) })
    expect(first!.code.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('makes the same bytes when it is lived again, and does not look further back than it reports', () => {
    const again = trainSession({ sessions: sessions.slice(1, 81), log, before: null })
    expect(artefactText(again!)).toBe(artefactText(nights(81, 81)[0]!))
  })

  it('moves weight to who knows, and gives none to who is shown to be wrong', () => {
    const [night] = nights(81, 81, sessionsOf(days, [0.3, 0.2, -0.6, 0.12, 0.12]))
    const { weights, evidence } = night!
    expect(evidence!.option_chain_signal!.high).toBeLessThan(0)
    expect(weights.option_chain_signal).toBe(0)
    expect(weights.candle_signal).toBeGreaterThan(weights.indicator_signal)
    expect(weights.indicator_signal).toBeGreaterThan(weights.fii_dii_signal)
    expect(weights.fii_dii_signal).toBeGreaterThan(0)
    expect(VOTERS.reduce((sum, agent) => sum + weights[agent], 0)).toBeCloseTo(1, 9)
    expect(artefactText(readArtefact(artefactText(night!)))).toBe(artefactText(night!))
  })

  it('leaves the votes equal while nothing is known, whatever the version before had', () => {
    const [night] = nights(19, 19)
    expect(Object.values(night!.weights)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2])
    expect(night!.evidence!.candle_signal).toBeNull()
  })

  it('makes no version where every agent is shown to be wrong', () =>
    expect(nights(81, 81, sessionsOf(days, [-0.6, -0.6, -0.6, -0.6, -0.6]))).toEqual([]))

  it('measures a day by the map of the sessions before it: what comes later changes nothing', () => {
    const otherwise = [...sessions.slice(0, 80), ...sessionsOf(days, [-1, -1, -1, -1, -1]).slice(80)]
    expect(nights(70, 80, otherwise)).toEqual(nights(70, 80))
    // The day's own labels are the loss, and are not in the map it is measured by.
    const [artefact] = nights(81, 81)
    const map = calibrate(sessions.slice(0, 80), forecastBy('candle_signal'))
    expect(map.slope).toBeGreaterThan(0)
    expect(artefact!.losses.candle_signal).toBeLessThan(0.25)
  })

  it('reports Brier, log loss, reliability with counts, and skill against the base rate', () => {
    const { candle_signal: good, indicator_signal: blind } = nights(100, 100)[0]!.quality
    expect(good!.labels).toBe(20 * 40)
    expect(good!.bins.reduce((sum, { count }) => sum + count, 0)).toBe(good!.labels)
    expect(good!.brier).toBeLessThan(0.25)
    expect(good!.skill).toBeGreaterThan(0.05)
    expect(good!.logLoss).toBeLessThan(Math.LN2)
    expect(blind!.skill).toBeLessThan(0.02)
  })

  it('forecasts one half of everything under 300 labels', () => {
    const [artefact] = nights(7, 7)
    expect(artefact!.maps.candle_signal).toEqual({ offset: 0, slope: 0 })
    expect(artefact!.losses.candle_signal).toBe(0.25)
  })

  it('learns nothing of a day without labels, and the night after goes on from where it stood', () => {
    const quiet = sessions.with(80, { day: days[80]!, samples: [], rows: [] })
    expect(trainSession({ sessions: quiet.slice(0, 81), log, before: null })).toBeUndefined()
    const [before, after] = nights(80, 82, quiet)
    expect(after!.version).toBe(days[81])
    expect(after!.before).toBe(artefactHash(artefactText(before!)))
  })
})

describe('the artefact', () => {
  const text = artefactText(nights(81, 81)[0]!)

  it('is read back as it was written', () => expect(artefactText(readArtefact(text))).toBe(text))

  it.each<[what: string, change: (learned: TrainedWeights) => object]>([
    ['a weight over its cap', ({ weights }) => ({ weights: { ...weights, candle_signal: 0.5 } })],
    ['a weight below 0', ({ weights }) => ({ weights: { ...weights, candle_signal: -0.01 } })],
    [
      'weights of the first format outside its caps',
      () => ({ format: 1, weights: byVoter((_, i) => [0, 0.25, 0.25, 0.25, 0.25][i]!) }),
    ],
    ['weights that do not add up', () => ({ weights: Object.fromEntries(VOTERS.map((agent) => [agent, 0.3])) })],
    ['a missing weight', () => ({ weights: { candle_signal: 0.2 } })],
    ['another format', () => ({ format: 3 })],
  ])('refuses %s', (_what, change) => {
    const read = readArtefact(text)
    const changed = artefactText({ ...read, ...change(read) })
    expect(() => readArtefact(changed)).toThrow(RangeError)
  })

  it('of the first format, without evidence, is still read', () => {
    const { evidence: _, ...former } = readArtefact(text)
    const stored = artefactText({ ...former, format: 1, weights: byVoter(() => 0.2) } as TrainedWeights)
    expect(artefactText(readArtefact(stored))).toBe(stored)
  })

  it('refuses text that is not canonical', () => expect(() => readArtefact(` ${text}`)).toThrow(RangeError))

  it('has a day for its version', () => expect(readArtefact(text).version satisfies IstDate).toBe(days[80]))
})
