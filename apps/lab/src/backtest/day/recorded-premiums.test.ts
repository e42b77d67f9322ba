import { ASK, BID, CHAIN_VALUES, LTP, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { candle } from '@strikewise/domain/market/candle.ts'
import type { OptionContract, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { readChain } from '../input/chain-files.ts'
import { closeBefore, readDaily, type DailyRow } from '../input/daily-rows.ts'
import { PREMIUM_PARAMETERS } from '../premiums/premium-parameters.ts'
import { TrailingLevel } from '../premiums/trailing-level.ts'
import { STEPS_A_MINUTE } from '../session-steps.ts'
import { ModelledMarket } from './modelled-market.ts'

const DATA = path.join(import.meta.dirname, '../../../../../../shared/data')
const CHAINS = path.join(DATA, 'chain')
/** Days before a session that its level is taken from, and the minutes at which prices are compared. */
const LEVEL_DAYS = 20
const MINUTES = [45, 105, 165, 225, 285]
/** Distances from the forward, as a share of it. */
const OUT_OF_THE_MONEY = 0.01

/** Daily values of NIFTY and India VIX. */
interface Daily {
  readonly nifty: readonly DailyRow[]
  readonly vix: readonly DailyRow[]
}

/** The level of a day whose one-minute bars were not recorded: its sessions' variances from their ranges (Parkinson 1980). */
function levelOn(day: IstDate, { nifty, vix }: Daily): number {
  const level = new TrailingLevel('NIFTY')
  for (const { high, low } of nifty.filter((row) => row.day < day).slice(-LEVEL_DAYS))
    level.pushVariance((PREMIUM_PARAMETERS.rangeScale * Math.log(high / low) ** 2) / (4 * Math.LN2))
  return level.valueWith(closeBefore(vix, day))
}

/** The mid, or the last price without one, of each contract of the nearest expiry in paise; NaN where it has none. */
type PriceOf = (strike: number, side: OptionSide) => number

/**
 * The straddle at the money and the strangle one per cent away, as shares of the forward. Each has both sides, so that a
 * forward that is a little off prices neither dearer nor cheaper.
 */
function premiums(strikes: readonly number[], priceOf: PriceOf): { atm: number; out: number } | undefined {
  const gap = (strike: number) => Math.abs(priceOf(strike, 'CE') - priceOf(strike, 'PE'))
  const atm = strikes.filter((strike) => gap(strike) >= 0).sort((a, b) => gap(a) - gap(b))[0]
  if (atm === undefined) return undefined
  const forward = atm + (priceOf(atm, 'CE') - priceOf(atm, 'PE')) / 100
  const nearest = (level: number) => strikes.toSorted((a, b) => Math.abs(a - level) - Math.abs(b - level))[0]!
  const call = priceOf(nearest(forward * (1 + OUT_OF_THE_MONEY)), 'CE')
  const put = priceOf(nearest(forward * (1 - OUT_OF_THE_MONEY)), 'PE')
  return { atm: (priceOf(atm, 'CE') + priceOf(atm, 'PE')) / forward, out: (call + put) / forward }
}

/** What the nearest expiry cost in the newest snapshot by `at`; undefined when that is more than 20 minutes old. */
function recordedAt(chain: RecordedChain, expiry: string, at: number) {
  const number = chain.at.findLastIndex((taken) => taken <= at)
  if (number < 0 || at - chain.at[number]! > 20 * MINUTE_MS) return undefined
  const prices = new Map<string, number>()
  for (let row = chain.begins[number]!; row < chain.begins[number + 1]!; row += 1) {
    const leg = chain.legs[chain.leg[row]!]
    if (leg?.expiry !== expiry) continue
    const value = (index: number) => chain.values[row * CHAIN_VALUES + index]!
    const mid = (value(BID) + value(ASK)) / 2
    prices.set(`${leg.strike} ${leg.side}`, value(BID) > 0 ? mid : value(LTP))
  }
  const strikes = chain.legs.filter((leg) => leg.expiry === expiry).map(({ strike }) => strike)
  const priceOf: PriceOf = (strike, side) => prices.get(`${strike} ${side}`) ?? Number.NaN
  const forward = strikes.find((strike) => priceOf(strike, 'CE') <= priceOf(strike, 'PE'))
  const found = premiums(
    [...new Set(strikes)].sort((a, b) => a - b),
    priceOf,
  )
  return found === undefined || forward === undefined ? undefined : { ...found, level: forward }
}

/** What the model asks for the nearest expiry at each of the minutes, on an index that stands at `level`. */
function modelledAt(day: IstDate, level: number, volatility: number) {
  const session = nseCalendar.sessionOn(day)!
  const price = (100 * level) as Paise
  const bars = Array.from({ length: MINUTES.at(-1)! + 1 }, (_, i) =>
    candle((session.opensAt + i * MINUTE_MS) as EpochMs, price, price, price, price),
  )
  const about = { seed: 'premiums', symbol: 'NIFTY' as const, session, calendar: nseCalendar, bars }
  const market = new ModelledMarket({ ...about, previousClose: price, level: volatility })
  const { near } = market.contracts
  const mid = (quotes: QuoteTable, contract: OptionContract | undefined) => {
    const slot = contract === undefined ? -1 : quotes.slotOf(contract.token)
    return slot < 0 ? Number.NaN : (quotes.bestBid(slot) + quotes.bestAsk(slot)) / 2
  }
  const found: (ReturnType<typeof premiums> | undefined)[] = []
  for (let step = 0; found.length < MINUTES.length; step += 1) {
    const due = step === MINUTES[found.length]! * STEPS_A_MINUTE
    market.play(step, due)
    if (!due) continue
    for (const contract of near) market.quoteContract(contract)
    const strikes = [...new Set(near.map(({ strike }) => strike))].sort((a, b) => a - b)
    found.push(
      premiums(strikes, (strike, side) =>
        mid(
          market.quotes,
          near.find((one) => one.strike === strike && one.side === side),
        ),
      ),
    )
  }
  return { expiry: near[0]!.expiry, at: MINUTES.map((minute) => session.opensAt + minute * MINUTE_MS), found }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Model over record on one day, the median of its minutes. */
async function ratiosOn(file: string, rows: Daily): Promise<{ atm: number; out: number } | undefined> {
  const chain = await readChain(path.join(CHAINS, file))
  const volatility = levelOn(chain.day, rows)
  const first = chain.legs.map(({ expiry }) => expiry).sort()[0]!
  const session = nseCalendar.sessionOn(chain.day)!
  const seen = MINUTES.map((minute) => recordedAt(chain, first, session.opensAt + minute * MINUTE_MS))
  const level = seen.find((one) => one !== undefined)?.level
  if (level === undefined) return undefined
  const model = modelledAt(chain.day, level, volatility)
  const pairs = seen.flatMap((record, i) => {
    const modelled = model.found[i]
    return record === undefined || modelled === undefined || model.expiry !== first ? [] : [{ record, modelled }]
  })
  if (pairs.length === 0) return undefined
  return {
    atm: median(pairs.map(({ record, modelled }) => modelled.atm / record.atm)),
    out: median(pairs.map(({ record, modelled }) => modelled.out / record.out)),
  }
}

describe.skipIf(!existsSync(CHAINS))('modelled against recorded premiums (skipped without ../shared/data)', () => {
  it('are at one over all recorded NIFTY days, at the money and one per cent away', { timeout: 120_000 }, async () => {
    const rows = {
      nifty: readDaily(path.join(DATA, 'bars/NIFTY_1d.csv')),
      vix: readDaily(path.join(DATA, 'bars/INDIAVIX_1d.csv')),
    }
    const files = readdirSync(CHAINS).filter((file) => file.startsWith('NIFTY_chain_'))
    const days: { day: string; atm: number; out: number }[] = []
    for (const file of files) {
      const ratios = await ratiosOn(file, rows)
      if (ratios !== undefined) days.push({ day: file.slice(12, 22), ...ratios })
    }
    expect(days.length).toBeGreaterThan(10)
    expect(median(days.map(({ atm }) => atm))).toBeGreaterThan(0.92)
    expect(median(days.map(({ atm }) => atm))).toBeLessThan(1.08)
    expect(median(days.map(({ out }) => out))).toBeGreaterThan(0.8)
    expect(median(days.map(({ out }) => out))).toBeLessThan(1.2)
  })
})
