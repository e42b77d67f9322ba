import { describe, expect, it } from 'vitest'
import { optionLadder, quoteOptions } from '../decision/testing/modelled-day.ts'
import { OptionChain } from '../option-chain/chain.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { impliedForward } from './chain-health.ts'
import { CircuitBreaker } from './market-circuit-breaker.ts'
import { MarketBlockSignal, type BlackoutDay, type MarketBlockReading } from './market-block-signal.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'

const day = istDate('2026-11-19')
const expiry = istDate('2026-11-23')
const clock = (hour: number, minute: number, second = 0) => istInstant(day, hour, minute, second)
const contracts = optionLadder('NIFTY', expiry, 25000, 50, 12)
const ordinary: BlackoutDay = {
  day,
  session: nseCalendar.sessionOn(day),
  holiday: undefined,
  nearExpiry: expiry,
  events: [],
  morningAfterFed: false,
}

interface Case {
  at: EpochMs
  day: Partial<BlackoutDay>
  reading: Partial<MarketBlockReading>
  quotes: (table: QuoteTable, chain: OptionChain) => void
}

function codes(change: Partial<Case>): string[] {
  const at = change.at ?? clock(11, 0)
  const table = new QuoteTable(100)
  const expiresAt = istInstant(expiry, 15, 40)
  const chain = new OptionChain({
    symbol: 'NIFTY',
    contracts,
    table,
    opensAt: clock(9, 15),
    expiresAt,
    params: SIGNAL_PARAMS.chain,
  })
  quoteOptions(table, { contracts, sigma: 0.12, openInterest: () => 65 * 6000 }, 25010, 105, at)
  change.quotes?.(table, chain)
  chain.snapshot(at)
  const block = new MarketBlockSignal(SIGNAL_PARAMS, { ...ordinary, ...change.day })
  block.update({
    now: at,
    gapShare: 0.002,
    vix: 13,
    vixDayShare: 0.01,
    vixFastShare: 0,
    indexTickAt: at - 1000,
    futureTickAt: undefined,
    clockSkewMs: 0,
    chain,
    table,
    impliedForward: chain.forward,
    move: 0.004,
    broadMove: 0.004,
    syntheticRow: 0,
    stopped: undefined,
    brokerDown: undefined,
    ...change.reading,
  })
  expect(block.bias).toBe(block.rules.length > 0 ? 'blocked' : 'unblocked')
  expect(block.explanation().reasons.length).toBeGreaterThan(0)
  return block.rules.map((rule) => rule.code)
}

describe('market block', () => {
  it.each<[when: string, change: Partial<Case>, codes: string[]]>([
    ['on an ordinary morning', {}, []],
    ['on a holiday', { day: { session: undefined, holiday: 'diwali_balipratipada' } }, ['holiday']],
    ['before the open', { at: clock(9, 5) }, ['pre_open']],
    ['in the first 15 minutes', { at: clock(9, 29, 59) }, ['opening_minutes']],
    ['after a gap', { at: clock(9, 40), reading: { gapShare: -0.012 } }, ['gap_open']],
    ['after a gap from 09:45', { at: clock(9, 45), reading: { gapShare: -0.012 } }, []],
    ['the morning after the Fed', { at: clock(9, 40), day: { morningAfterFed: true } }, ['gap_open']],
    ['from 14:45', { at: clock(14, 45) }, ['last_entry_time']],
    ['from 15:15', { at: clock(15, 15) }, ['closing_auction', 'last_entry_time']],
    ['on expiry day from 13:30', { at: clock(13, 30), day: { nearExpiry: day } }, ['expiry_day_cutoff']],
    ['on expiry day before', { at: clock(13, 29), day: { nearExpiry: day } }, []],
    [
      'around an event',
      { day: { events: [{ event: 'rbi_policy', from: clock(10, 45), to: clock(11, 1) }] } },
      ['scheduled_event'],
    ],
    ['when VIX is up 15 %', { reading: { vixDayShare: 0.15 } }, ['vix_spike']],
    ['when VIX rose 8 % in minutes', { reading: { vixFastShare: 0.08 } }, ['vix_spike']],
    ['when VIX is 30', { reading: { vix: 30 } }, ['vix_spike']],
    ['when VIX is not known', { reading: { vix: Number.NaN, vixDayShare: Number.NaN, vixFastShare: Number.NaN } }, []],
    ['when the index stands still', { reading: { indexTickAt: clock(10, 59, 54) } }, ['feed_stale']],
    ['when the future stands still', { reading: { futureTickAt: clock(10, 59, 54) } }, ['feed_stale']],
    ['when the clocks differ', { reading: { clockSkewMs: 2001 } }, ['feed_stale']],
    ['when the chain stands still', { quotes: (t) => void t.receivedAt.fill(clock(10, 59, 29)) }, ['chain_stale']],
    ['when minutes are missing', { reading: { syntheticRow: 3 } }, ['missing_minutes']],
    ['near the breaker', { reading: { move: -0.081 } }, ['mwcb_near']],
    ['after the breaker', { reading: { move: -0.101, broadMove: -0.101 } }, ['mwcb_near', 'mwcb_halt']],
    ['when the operator stopped', { reading: { stopped: 'maintenance' } }, ['kill_switch']],
    ['when the broker is down', { reading: { brokerDown: 'orders fail' } }, ['broker_down']],
    ['when the forward is off the future', { reading: { impliedForward: 25_200 } }, ['data_integrity']],
    [
      'when a bid is over its ask',
      {
        quotes: (t, chain) => {
          const slot = chain.legs.slots[24]!
          t.bidPrice[slot * DEPTH_LEVELS] = t.askPrice[slot * DEPTH_LEVELS]! + 5
        },
      },
      ['data_integrity'],
    ],
    [
      'when calls do not fall with the strike',
      {
        quotes: (t, chain) => {
          const [low, high] = [chain.legs.slots[24]!, chain.legs.slots[26]!]
          t.bidPrice[high * DEPTH_LEVELS] = t.bidPrice[low * DEPTH_LEVELS]!
          t.askPrice[high * DEPTH_LEVELS] = t.askPrice[low * DEPTH_LEVELS]!
        },
      },
      ['data_integrity'],
    ],
    [
      'when spreads are wide',
      {
        quotes: (t, chain) =>
          chain.legs.slots.forEach(
            (slot) => (t.askPrice[slot * DEPTH_LEVELS] = 1.015 * t.bidPrice[slot * DEPTH_LEVELS]! + 10),
          ),
      },
      ['illiquid'],
    ],
    ['with a still feed before the open', { at: clock(9, 5), reading: { indexTickAt: 0 } }, ['pre_open']],
  ])('%s', (_when, change, expected) => expect(codes(change)).toEqual(expected))

  it('blocks special sessions', () => {
    const muhurat = istDate('2025-10-21')
    const session = nseCalendar.sessionOn(muhurat)!
    expect(codes({ at: session.opensAt, day: { day: muhurat, session } })).toContain('special_session')
  })
})

describe('circuit breaker', () => {
  const until = (level: number, hour: number, minute: number) => {
    const breaker = new CircuitBreaker(SIGNAL_PARAMS.block)
    breaker.read(-level, clock(hour, minute))
    const halt = breaker.halt!
    return halt.until === undefined ? 'rest of the day' : (halt.until - halt.at) / MINUTE_MS - 30
  }
  it.each([
    [0.1, 12, 59, 45],
    [0.1, 13, 0, 15],
    [0.1, 14, 30, 'rest of the day'],
    [0.15, 12, 59, 105],
    [0.15, 13, 0, 45],
    [0.15, 14, 0, 'rest of the day'],
    [0.2, 10, 0, 'rest of the day'],
  ] as const)('%d at %d:%d halts %s', (level, hour, minute, expected) =>
    expect(until(level, hour, minute)).toBe(expected),
  )

  it('fires each level once and lets go afterwards', () => {
    const breaker = new CircuitBreaker(SIGNAL_PARAMS.block)
    breaker.read(0.1, clock(10, 0))
    breaker.read(0.11, clock(10, 50))
    expect(breaker.halt!.at).toBe(clock(10, 0))
    expect([breaker.blocks(clock(11, 14)), breaker.blocks(clock(11, 15))]).toEqual([true, false])
    breaker.read(0.15, clock(11, 20))
    expect(breaker.blocks(clock(11, 20))).toBe(true)
  })
})

describe('implied forward', () => {
  it('carries spot to the chain’s expiry at the future’s rate', () => {
    expect(impliedForward(25000, 25250, 0.08, 0.08)).toBeCloseTo(25250, 9)
    expect(impliedForward(25000, 25250, 0.04, 0.08)).toBeCloseTo(25000 * Math.sqrt(1.01), 9)
    expect(impliedForward(0, 25250, 0.04, 0.08)).toBeNaN()
  })
})
