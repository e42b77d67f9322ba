import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { SignalParams } from '../registry/params.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChain } from '../option-chain/chain.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { ceilToTick } from '@strikewise/domain/money/ticks.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { EntryPlan } from './decision.ts'

export interface StrikeSearch {
  readonly direction: Direction
  /** The chain of the expiry entries use, with a current snapshot. */
  readonly chain: OptionChain
  readonly table: QuoteTable
  readonly now: EpochMs
  /** ATR14 of the index's five-minute bars, points. */
  readonly atr5: number
  /** Share of past days with a lower at-the-money volatility; undefined when too few days are known (no filter then). */
  readonly ivPercentile: number | undefined
  readonly params: SignalParams['entry']
}

/** The limits a contract was refused by. */
export type StrikeLimits = Pick<
  SignalParams['entry'],
  'deltaMin' | 'deltaMax' | 'midMin' | 'midMax' | 'quoteAgeMs' | 'ivPercentile'
>

/** What kept the contracts of the right delta out, counted: for the message of `no_liquid_strike`. */
export interface StrikeRefusals {
  /** Contracts with a delta in the range; the counts below are of these. */
  inRange: number
  price: number
  spread: number
  quantity: number
  interest: number
  volume: number
  old: number
}

export type StrikeChoice =
  | { readonly found: true; readonly entry: EntryPlan }
  | {
      readonly found: false
      readonly ivTooHigh: boolean
      /** True when the list holds no contract of the expiry entries use; absent otherwise, and in older records. */
      readonly expiryNotListed?: true
      readonly refusals: StrikeRefusals
      readonly limits: StrikeLimits
    }

/**
 * The contract to buy and its entry price (signals reference §3.2): delta 0.45 to 0.65, mid ₹20 to ₹1,000, narrow
 * spread, enough quantity, open interest and volume, a fresh quote and a known volatility; of those the delta nearest
 * 0.55, then the narrower spread, then the lower premium.
 */
export function chooseStrike(search: StrikeSearch): StrikeChoice {
  const { chain, params, ivPercentile } = search
  const refusals: StrikeRefusals = { inRange: 0, price: 0, spread: 0, quantity: 0, interest: 0, volume: 0, old: 0 }
  const refused = (ivTooHigh: boolean) => ({ found: false, ivTooHigh, refusals, limits: limitsOf(params) }) as const
  if (chain.expiry === undefined) return { ...refused(false), expiryNotListed: true }
  if (ivPercentile !== undefined && ivPercentile > params.ivPercentile) return refused(true)
  const side = search.direction === 'up' ? 0 : PUT
  let best = -1
  for (let i = 0; i < chain.legs.strikes.length; i += 1) {
    const leg = 2 * i + side
    if (chain.legs.slots[leg]! >= 0 && fits(search, leg, refusals) && (best < 0 || better(search, leg, best)))
      best = leg
  }
  return best < 0 ? refused(false) : { found: true, entry: entryOf(search, best) }
}

function limitsOf(params: SignalParams['entry']): StrikeLimits {
  const { deltaMin, deltaMax, midMin, midMax, quoteAgeMs, ivPercentile } = params
  return { deltaMin, deltaMax, midMin, midMax, quoteAgeMs, ivPercentile }
}

/** The entry's limit: tickUp(min(ask + 2 ticks, 1.005 × mid)). */
export function entryLimit(bid: Paise, ask: Paise, tick: Paise, params: SignalParams['entry']): Paise {
  return ceilToTick(Math.min(ask + params.chaseTicks * tick, (params.chaseShare * (bid + ask)) / 2), tick)
}

function fits({ chain, table, now, params }: StrikeSearch, leg: number, refusals: StrikeRefusals): boolean {
  const delta = Math.abs(chain.delta[leg]!)
  // A delta is known only when the volatility is solved.
  if (!(delta >= params.deltaMin && delta <= params.deltaMax)) return false
  refusals.inRange += 1
  const slot = chain.legs.slots[leg]!
  const contract = chain.legs.contracts[leg]!
  const bid = table.bidPrice[slot * DEPTH_LEVELS]! / 100
  const ask = table.askPrice[slot * DEPTH_LEVELS]! / 100
  const mid = (bid + ask) / 2
  if (!(bid > 0 && ask >= bid) || mid < params.midMin || mid > params.midMax) return refuse(refusals, 'price')
  const widest = Math.max(params.spreadShare[contract.symbol] * mid, params.spreadRupees)
  if (ask - bid > widest + 1e-9) return refuse(refusals, 'spread')
  const { lotSize } = contract
  if (table.offered(slot) < params.askQuantityTimes * params.orderLots * lotSize) return refuse(refusals, 'quantity')
  // The table counts units, the rule contracts.
  if (table.openInterest[slot]! < params.minOpenInterest[contract.symbol] * lotSize) return refuse(refusals, 'interest')
  if (table.volume[slot]! < params.minVolume[contract.symbol] * lotSize) return refuse(refusals, 'volume')
  if (now - table.receivedAt[slot]! > params.quoteAgeMs) return refuse(refusals, 'old')
  return true
}

function refuse(refusals: StrikeRefusals, reason: Exclude<keyof StrikeRefusals, 'inRange'>): false {
  refusals[reason] += 1
  return false
}

function better({ chain, table, params }: StrikeSearch, leg: number, than: number): boolean {
  const distance = (of: number) => Math.abs(Math.abs(chain.delta[of]!) - params.deltaBest)
  if (distance(leg) !== distance(than)) return distance(leg) < distance(than)
  const [a, b] = [chain.legs.slots[leg]!, chain.legs.slots[than]!]
  const spread = (slot: number) => table.bestAsk(slot) - table.bestBid(slot)
  if (spread(a) !== spread(b)) return spread(a) < spread(b)
  return table.bestAsk(a) < table.bestAsk(b)
}

function entryOf({ chain, table, atr5, params }: StrikeSearch, leg: number): EntryPlan {
  const contract: OptionContract = chain.legs.contracts[leg]!
  const slot = chain.legs.slots[leg]!
  const bid = table.bestBid(slot)
  const ask = table.bestAsk(slot)
  const delta = chain.delta[leg]!
  return {
    contract,
    delta,
    bid,
    ask,
    // Half a paisa is dropped: the record holds whole paise, the limit is computed from the exact mid.
    mid: Math.floor((bid + ask) / 2) as Paise,
    limit: entryLimit(bid, ask, contract.tickSize, params),
    stopDistance: Math.round(100 * Math.abs(delta) * params.stopAtr * atr5) as Paise,
    quotedAt: table.seenAt(slot),
  }
}
