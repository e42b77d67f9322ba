import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { ASK, BID, CHAIN_VALUES, LTP, type RecordedChain } from './recorded-chain.ts'

/** The at-the-money volatility of a day is the one of this hour, or of the minutes after it: as the market role takes it. */
const VOLATILITY_HOUR = 15
const VOLATILITY_SLACK_MS = 5 * MINUTE_MS

/** At-the-money volatility of the nearest expiry as a fraction, and of when. */
export interface DayVolatility {
  readonly sigma: number
  readonly at: EpochMs
}

/** The volatility of the day of a chain at 15:00; undefined: no snapshot of those minutes has one. */
export function chainVolatility(chain: RecordedChain): DayVolatility | undefined {
  const from = istInstant(chain.day, VOLATILITY_HOUR)
  for (const [i, instant] of chain.at.entries()) {
    if (instant < from || instant >= from + VOLATILITY_SLACK_MS) continue
    const sigma = volatilityOf(chain, i)
    if (sigma > 0) return { sigma, at: instant as EpochMs }
  }
  return undefined
}

function volatilityOf({ symbol, day, legs, at, begins, leg, values }: RecordedChain, snapshot: number): number {
  const expiries = legs.map(({ expiry }) => expiry).filter((expiry) => expiry >= day)
  const near = expiries.toSorted()[0]
  if (near === undefined) return Number.NaN
  const now = at[snapshot]! as EpochMs
  const table = new QuoteTable(legs.length)
  const contracts: OptionContract[] = []
  for (let row = begins[snapshot]!; row < begins[snapshot + 1]!; row += 1) {
    const number = leg[row]!
    const one = legs[number]
    if (one?.expiry !== near) continue
    // The chain is alone in its table: a leg's number is as good as the exchange's token.
    contracts.push({ ...one, symbol, token: number + 1, tradingsymbol: `${number}`, tickSize: 5 as Paise, lotSize: 1 })
    quote(table, table.add(number + 1), values.subarray(row * CHAIN_VALUES), now)
  }
  if (contracts.length === 0) return Number.NaN
  const chain = new OptionChain({
    symbol,
    contracts,
    table,
    opensAt: now,
    expiresAt: nseCalendar.sessionOn(near)?.closesAt ?? istInstant(near, 15, 30),
    params: SIGNAL_PARAMS.chain,
  })
  chain.snapshot(now)
  return chain.atmIv
}

/** What was recorded last, as if it had just been traded: when it was is not recorded. */
function quote(table: QuoteTable, slot: number, figures: Float64Array, now: EpochMs): void {
  const known = (v: number) => (figures[v]! > 0 ? figures[v]! : 0)
  table.lastPrice[slot] = known(LTP)
  table.bidPrice[slot * DEPTH_LEVELS] = known(BID)
  table.askPrice[slot * DEPTH_LEVELS] = known(ASK)
  table.lastTradeAt[slot] = now
  table.receivedAt[slot] = now
}
