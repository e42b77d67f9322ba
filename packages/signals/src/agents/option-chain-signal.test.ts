import { describe, expect, it } from 'vitest'
import { optionLadder, quoteOptions, type ModelledMarket } from '../decision/testing/modelled-day.ts'
import { hasRecording, recordedRows } from '@strikewise/domain/market/testing/recorded-bars.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { OptionChain } from '../option-chain/chain.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { OptionChainSignal } from './option-chain-signal.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'

const day = istDate('2026-11-19')
const opensAt = istInstant(day, 9, 15)
const expiry = istDate('2026-11-23')
const contracts = optionLadder('NIFTY', expiry, 25000, 50, 15)
const params = SIGNAL_PARAMS.chain

/** A quiet chain for 16 minutes, then one whose open interest and volatility are given. */
function after(
  change: Partial<ModelledMarket>,
  spot = 25000,
  before: ModelledMarket['openInterest'] = () => 65_000,
  dailyVolatility: readonly number[] = [],
) {
  const table = new QuoteTable(200)
  const expiresAt = istInstant(expiry, 15, 30)
  const chain = new OptionChain({ symbol: 'NIFTY', contracts, table, opensAt, expiresAt, params })
  const agent = new OptionChainSignal('NIFTY', params, chain, dailyVolatility)
  const quiet: ModelledMarket = { contracts, sigma: 0.12, openInterest: before }
  const ready: boolean[] = []
  for (let i = 0; i <= 16; i += 1) {
    const end = (opensAt + (i + 1) * MINUTE_MS) as EpochMs
    quoteOptions(table, i < 16 ? quiet : { ...quiet, ...change }, i < 16 ? 25000 : spot, i, (end - 1000) as EpochMs)
    chain.snapshot((end + 2000) as EpochMs)
    chain.closeMinute(end)
    agent.holdBase(end, (opensAt + 15 * MINUTE_MS) as EpochMs)
    agent.update(end)
    ready.push(agent.ready)
  }
  return { agent, ready }
}

const effectOf = (agent: OptionChainSignal, code: string) =>
  agent.explanation().reasons.find((reason) => reason.code === code)?.effect ?? Number.NaN

describe('option-chain agent', () => {
  it('is ready once there is a snapshot of 15 minutes ago', () => expect(after({}).ready.indexOf(true)).toBe(15))

  it('is bullish when put writers add and put volatility falls', () => {
    const { agent } = after({ sigma: 0.118, openInterest: (c) => (c.side === 'PE' ? 72_000 : 65_000) }, 25010)
    expect(agent.bias).toBe('bullish')
    expect(effectOf(agent, 'open_interest')).toBeCloseTo(0.35, 9)
    expect(effectOf(agent, 'pcr')).toBeCloseTo(0.15, 1)
    expect(effectOf(agent, 'flow')).toBeCloseTo(0.2, 9)
  })

  it('names the positions built up near the money, and who leads', () => {
    const { agent } = after({ sigma: 0.118, openInterest: (c) => (c.side === 'PE' ? 72_000 : 65_000) }, 25040)
    const reason = agent.explanation().reasons.find(({ code }) => code === 'build_up')
    expect(reason).toMatchObject({
      effect: 0,
      message: {
        legs: expect.arrayContaining([
          expect.objectContaining({ side: 'PE', kind: 'short_build_up', meaning: 'bullish', led: 'writers' }),
        ]),
      },
    })
    expect(
      after({})
        .agent.explanation()
        .reasons.map(({ code }) => code),
    ).not.toContain('build_up')
  })

  it('shows the rank of volatility once sixty days are known', () => {
    const days = Array.from({ length: 60 }, (_, i) => 0.1 + i / 1000)
    const { agent } = after({}, 25_000, undefined, days)
    expect(agent.explanation().components).toMatchObject({
      ivRank: expect.closeTo((0.12 - 0.1) / 0.059, 1),
      ivPercentile: expect.closeTo(20 / 60, 1),
    })
    expect(after({}).agent.explanation().components).not.toHaveProperty('ivRank')
  })

  it('is bearish when call writers add', () => {
    const { agent } = after({ sigma: 0.118, openInterest: (c) => (c.side === 'CE' ? 72_000 : 65_000) }, 24990)
    expect(agent.bias).toBe('bearish')
  })

  it('counts a quiet chain as nothing: a turnover under half a per cent is noise', () => {
    const { agent } = after({ openInterest: (c) => (c.side === 'PE' ? 65_300 : 65_000) })
    expect(effectOf(agent, 'open_interest')).toBe(0)
  })

  it('compares put-call ratios over the same strikes: a move alone does not change them', () => {
    const profile: ModelledMarket['openInterest'] = (c) =>
      (c.side === 'CE' ? c.strike : 52_000 - c.strike) ** 2 / 10_000
    const { agent } = after({ openInterest: profile }, 25_120, profile)
    expect(effectOf(agent, 'pcr')).toBe(0)
  })

  it('has effects that add up to its signed score', () => {
    for (const put of [60_000, 65_000, 66_000, 80_000]) {
      const { agent } = after({ openInterest: (c) => (c.side === 'PE' ? put : 65_000) })
      const sum = agent.explanation().reasons.reduce((total, reason) => total + reason.effect, 0)
      const sign = agent.bias === 'bullish' ? 1 : agent.bias === 'bearish' ? -1 : 0
      expect(sum).toBeCloseTo(sign * agent.strength, 10)
    }
  })
})

const FILE = 'chain/NIFTY_chain_2025-08-29.csv.gz'
const recorded = hasRecording(FILE)

/** A recorded option-chain day, snapshot by snapshot, through chain and agent. */
function replay() {
  const near = recordedRows(FILE).filter((row) => row[2] === '2025-09-02')
  const tokens = new Map<string, number>()
  const listed: OptionContract[] = []
  for (const [, , , strike, side] of near) {
    const key = `${strike}${side}`
    if (tokens.has(key)) continue
    const token = 1000 + tokens.size
    tokens.set(key, token)
    listed.push({
      token,
      tradingsymbol: key,
      symbol: 'NIFTY',
      expiry: istDate('2025-09-02'),
      strike: Number(strike),
      side: side === 'CE' ? 'CE' : 'PE',
      tickSize: 5 as Paise,
      lotSize: 75,
    })
  }
  const table = new QuoteTable(listed.length)
  const start = istInstant(istDate('2025-08-29'), 9, 15)
  const expiresAt = istInstant(istDate('2025-09-02'), 15, 30)
  const chain = new OptionChain({ symbol: 'NIFTY', contracts: listed, table, opensAt: start, expiresAt, params })
  const agent = new OptionChainSignal('NIFTY', params, chain)
  const byTime = Map.groupBy(near, (row) => row[0]!)
  const results: { bias: string; forward: number; fwd: number; ivMiss: number[]; walls: [number, number] }[] = []
  let minute = start as number
  for (const [ts, rows] of byTime) {
    const at = Date.parse(ts) as EpochMs
    for (; minute + MINUTE_MS <= at; minute += MINUTE_MS) {
      const end = (minute + MINUTE_MS) as EpochMs
      if (chain.snapshotAt > 0) chain.closeMinute(end)
    }
    const paise = (text: string) => Math.round(Number(text) * 100)
    for (const [, , , strike, side, ltp, bid, bidQuantity, ask, askQuantity, volume, interest] of rows) {
      const slot = table.slotOf(tokens.get(`${strike}${side}`)!)
      table.lastPrice[slot] = paise(ltp!)
      table.lastTradeAt[slot] = table.receivedAt[slot] = at
      table.bidPrice[slot * DEPTH_LEVELS] = paise(bid!)
      table.askPrice[slot * DEPTH_LEVELS] = paise(ask!)
      table.bidQuantity[slot * DEPTH_LEVELS] = Number(bidQuantity)
      table.askQuantity[slot * DEPTH_LEVELS] = Number(askQuantity)
      table.volume[slot] = Number(volume)
      table.openInterest[slot] = Number(interest)
    }
    chain.snapshot(at)
    agent.update(minute as EpochMs)
    const ivMiss: number[] = []
    for (const row of rows) {
      const [published, strike] = [Number(row[13]), Number(row[3])]
      const leg = 2 * chain.legs.strikes.indexOf(strike) + (row[4] === 'CE' ? 0 : 1)
      const outer = (row[4] === 'CE') === strike >= chain.forward
      if (row[13] !== '' && outer && Math.abs(strike - chain.forward) < 300 && chain.iv[leg]! > 0)
        ivMiss.push(Math.abs(100 * chain.iv[leg]! - published))
    }
    results.push({
      bias: agent.bias,
      forward: chain.forward,
      fwd: Number(rows[0]![15]),
      ivMiss,
      walls: [chain.resistance, chain.support],
    })
  }
  return results
}

describe.skipIf(!recorded)('a recorded chain day (skipped: the shared recordings are not here)', () => {
  const results = recorded ? replay() : []

  it('implies the forward of the recording', () => {
    const off = results.map(({ forward, fwd }) => Math.abs(forward - fwd)).sort((a, b) => a - b)
    expect(off[off.length >> 1]).toBeLessThan(1.5)
  })

  it('agrees with the published volatility near the money', () => {
    const misses = results.flatMap(({ ivMiss }) => ivMiss).sort((a, b) => a - b)
    expect(misses.length).toBeGreaterThan(1000)
    expect(misses[misses.length >> 1]).toBeLessThan(0.25)
  })

  it('takes a side on at most a third of the snapshots', () => {
    const share = (bias: string) => results.filter((row) => row.bias === bias).length / results.length
    expect(share('bullish')).toBeLessThan(0.35)
    expect(share('bearish')).toBeLessThan(0.35)
  })

  it('finds walls on round strikes around the forward', () => {
    for (const { walls, forward } of results) {
      expect(walls[0]).toBeGreaterThanOrEqual(forward)
      expect(walls[1]).toBeLessThanOrEqual(forward)
    }
  })
})
