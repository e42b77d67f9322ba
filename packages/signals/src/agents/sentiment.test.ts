import { describe, expect, it } from 'vitest'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { Sentiment, titleSentiment } from './sentiment.ts'

const params = SIGNAL_PARAMS.sentiment
const now = istInstant(istDate('2026-11-20'), 11)
const ago = (minutes: number) => (now - minutes * MINUTE_MS) as EpochMs

describe('one title', () => {
  it.each([
    ['Nifty climbs as banks rally', 2 / 3],
    ['Sensex slides on recession fears', -3 / 4],
    ['Market holds its breath', 0],
    ['Banks fail to hold; Nifty not strong', -1 / 2],
    ['Without strong inflows the index drifts', -2 / 3],
    ['Strong inflows although not everywhere', 2 / 3],
    ['RBI cuts repo rate by 25 bps', 1 / 2],
    ['Broker cuts target of index heavyweight', -1 / 2],
    ['RBI raises rates again', -1 / 2],
    ['Crude oil falls for a third day', 1 / 2],
    ['Inflation rises to a two-year mark', -1 / 2],
    ['', 0],
  ])('%j scores %d', (title, score) => expect(titleSentiment(title, params)).toBeCloseTo(score, 12))
})

describe('the headlines of the last hours', () => {
  const sentimentOf = (...headlines: [title: string, minutes: number][]) => {
    const sentiment = new Sentiment(params)
    for (const [title, minutes] of headlines) sentiment.addHeadline({ title, at: ago(minutes) })
    return sentiment
  }
  const three: [string, number][] = [
    ['Nifty climbs', 0],
    ['Rupee slips against dollar', 120],
    ['Auctions of bonds continue', 240],
  ]

  it('are halved every two hours', () =>
    expect(sentimentOf(...three).at(now)).toBeCloseTo((0.5 - 0.5 * 0.5) / 1.75, 12))

  it('give no score under three', () => expect(sentimentOf(...three.slice(1)).at(now)).toBeNull())

  it('count a title once, also with words added', () => {
    const sentiment = sentimentOf(...three)
    const before = sentiment.at(now)
    expect(sentiment.addHeadline({ title: 'NIFTY climbs - wire report', at: ago(1) })).toBe(false)
    expect(sentiment.at(now)).toBe(before)
  })

  it('are forgotten after eight hours, and not known before their time', () => {
    const sentiment = sentimentOf(...three)
    expect(sentiment.at(ago(1))).toBeNull()
    expect(sentiment.at((now + 4 * 60 * MINUTE_MS) as EpochMs)).not.toBeNull()
    expect(sentiment.at((now + 4 * 60 * MINUTE_MS + 1) as EpochMs)).toBeNull()
  })

  it('give the same whatever their order', () =>
    expect(sentimentOf(...three.toReversed()).at(now)).toBe(sentimentOf(...three).at(now)))
})
