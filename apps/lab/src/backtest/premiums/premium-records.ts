import { ASK, BID, CHAIN_VALUES, LTP, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { normalCdf } from '@strikewise/domain/market/black76.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { expiryInstant } from '@strikewise/exchange/prices/instruments-of-day.ts'
import { yearsTo } from '@strikewise/exchange/prices/volatility-surface.ts'

/** Snapshots closer together than this show nothing new. */
const EVERY_MS = 5 * MINUTE_MS
/** From the first quotes of the day to the square-off at 15:05. */
const MINUTES = { first: 3, last: 350 } as const
/** Strikes with both sides around the money that the forward is taken from, and those the deviation is. */
const FORWARD_STRIKES = 4
const ATM_STRIKES = 2
/** Least price of an option that is compared, in rupees: below it a tick is a tenth. */
const LEAST_PRICE = 0.5
/** Farthest strike that is compared, in log distance from the forward. */
const FARTHEST = 0.04

/** The premiums of one expiry in one snapshot of a recorded chain. */
export interface PremiumRecord {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly at: number
  /** Of the session. */
  readonly minute: number
  /** Sessions after this one up to the expiry's. */
  readonly sessions: number
  readonly years: number
  /** From put-call parity around the money, in points. */
  readonly forward: number
  /** σ√T that the straddles next to the money imply. */
  readonly deviation: number
  /** Options out of the money: ln(K/F) and price over forward. */
  readonly legs: readonly { readonly x: number; readonly share: number }[]
}

/** Premiums of both recorded expiries every five minutes, in order of time; none where too few strikes have both sides. */
export function premiumRecords(chain: RecordedChain, calendar: TradingCalendar): PremiumRecord[] {
  const session = calendar.sessionOn(chain.day)
  if (session === undefined) return []
  const records: PremiumRecord[] = []
  let last = 0
  for (const [number, at] of chain.at.entries()) {
    const minute = (at - session.opensAt) / MINUTE_MS
    if (at - last < EVERY_MS || minute < MINUTES.first || minute > MINUTES.last) continue
    last = at
    for (const [expiry, prices] of pricesIn(chain, number)) {
      const money = moneyOf(prices)
      if (money === undefined) continue
      records.push({
        symbol: chain.symbol,
        day: chain.day,
        at,
        minute,
        sessions: calendar.tradingDaysBetween(chain.day, expiry),
        years: yearsTo(expiryInstant(expiry, calendar), at),
        ...money,
        legs: legsOf(prices, money.forward),
      })
    }
  }
  return records
}

type Prices = Map<number, Partial<Record<OptionSide, number>>>

/** Of one snapshot by expiry and strike, in rupees: the middle of the book, or the last price without one. */
function pricesIn({ legs, leg, values, begins }: RecordedChain, number: number): Map<IstDate, Prices> {
  const found = new Map<IstDate, Prices>()
  for (let row = begins[number]!; row < begins[number + 1]!; row += 1) {
    const contract = legs[leg[row]!]
    if (contract === undefined) continue
    const value = (index: number) => values[row * CHAIN_VALUES + index]!
    const price = (value(BID) > 0 && value(ASK) > 0 ? (value(BID) + value(ASK)) / 2 : value(LTP)) / 100
    if (!(price > 0)) continue
    const prices = found.get(contract.expiry) ?? new Map<number, Partial<Record<OptionSide, number>>>()
    found.set(contract.expiry, prices)
    prices.set(contract.strike, { ...prices.get(contract.strike), [contract.side]: price })
  }
  return found
}

function moneyOf(prices: Prices): { forward: number; deviation: number } | undefined {
  const both = [...prices].flatMap(([strike, { CE, PE }]) =>
    CE === undefined || PE === undefined ? [] : [{ strike, gap: CE - PE, straddle: CE + PE }],
  )
  if (both.length < FORWARD_STRIKES) return undefined
  const around = both.toSorted((a, b) => Math.abs(a.gap) - Math.abs(b.gap)).slice(0, FORWARD_STRIKES)
  const forwards = around.map(({ strike, gap }) => strike + gap).sort((a, b) => a - b)
  const forward = (forwards[1]! + forwards[2]!) / 2
  const distance = (strike: number) => Math.abs(strike - forward)
  const near = around.sort((a, b) => distance(a.strike) - distance(b.strike)).slice(0, ATM_STRIKES)
  let sum = 0
  let weights = 0
  for (const { strike, straddle } of near) {
    const weight = 1 / (distance(strike) + 1)
    sum += weight * straddleDeviation(forward, strike, straddle)
    weights += weight
  }
  return { forward, deviation: sum / weights }
}

function legsOf(prices: Prices, forward: number): { x: number; share: number }[] {
  return [...prices].flatMap(([strike, { CE, PE }]) => {
    const x = Math.log(strike / forward)
    const price = x >= 0 ? CE : PE
    return price === undefined || price < LEAST_PRICE || Math.abs(x) > FARTHEST ? [] : [{ x, share: price / forward }]
  })
}

/** Price over forward of the option out of the money at log distance `x`; no interest for the days it has left. */
export function premiumShare(x: number, deviation: number): number {
  const d1 = -x / deviation + deviation / 2
  const call = normalCdf(d1) - Math.exp(x) * normalCdf(d1 - deviation)
  return x >= 0 ? call : call - 1 + Math.exp(x)
}

/** σ√T of an option out of the money, by bisection. */
export function deviationOf(x: number, share: number): number {
  return bisected((deviation) => premiumShare(x, deviation) - share)
}

function straddleDeviation(forward: number, strike: number, straddle: number): number {
  const x = Math.log(strike / forward)
  // By parity a straddle is two options out of the money and the distance of the forward from its strike.
  const share = (straddle / forward - Math.abs(1 - strike / forward)) / 2
  return deviationOf(x, share)
}

const STEPS = 50

function bisected(excess: (deviation: number) => number): number {
  let low = 1e-6
  let high = 1
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (excess(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
