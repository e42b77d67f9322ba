import { ASK, BID, CHAIN_VALUES, LTP, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import { parityForward } from '@strikewise/domain/market/parity-forward.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar, type Session } from '@strikewise/domain/time/calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * The forward of the nearest expiry at each snapshot, by put-call parity; NaN where it is not known. It stands for the
 * index: no index was recorded beside most chains, and within a session the two move as one.
 */
export function forwardsOf(chain: RecordedChain): number[] {
  const { day, legs, at, begins, leg, values } = chain
  const expiry = legs
    .map((one) => one.expiry)
    .filter((one) => one >= day)
    .sort()[0]
  const strikes = Float64Array.from(
    new Set(legs.filter((one) => one.expiry === expiry).map(({ strike }) => strike)),
  ).sort()
  const places = legs.map((one) =>
    one.expiry === expiry ? 2 * strikes.indexOf(one.strike) + (one.side === 'PE' ? PUT : 0) : -1,
  )
  const { rate, forwardStrikes } = SIGNAL_PARAMS.chain
  const expiresAt = nseCalendar.sessionOn(expiry ?? day)?.closesAt ?? istInstant(expiry ?? day, 15, 30)
  const price = new Float64Array(2 * strikes.length)
  return at.map((instant, number) => {
    price.fill(Number.NaN)
    for (let row = begins[number]!; row < begins[number + 1]!; row += 1) {
      const place = leg[row]! < 0 ? -1 : places[leg[row]!]!
      if (place >= 0) price[place] = priceOf(values.subarray(row * CHAIN_VALUES, (row + 1) * CHAIN_VALUES))
    }
    const years = Math.max(0, (expiresAt - instant) / 1000 / YEAR_SECONDS)
    return parityForward(strikes, price, Math.exp(rate * years), forwardStrikes)
  })
}

/** Rupees: the mid where both sides were recorded and lie close, else the last price. */
function priceOf(row: Float64Array): number {
  const [bid, ask, last] = [row[BID]! / 100, row[ASK]! / 100, row[LTP]! / 100]
  const mid = (bid + ask) / 2
  const { spreadRupees, spreadShare } = SIGNAL_PARAMS.chain
  if (bid > 0 && ask >= bid && ask - bid <= Math.max(spreadRupees, spreadShare * mid)) return mid
  return last > 0 ? last : Number.NaN
}

/** Minutes of the session that stand still at the last forward: what the index of a chain without one is played with. */
export function standingBars(session: Session, at: readonly number[], forwards: readonly number[]): Candle[] {
  let last = forwards.find((one) => one > 0)
  if (last === undefined) return []
  const bars: Candle[] = []
  for (let start = session.opensAt, next = 0; start < session.indexUntil; start = (start + MINUTE_MS) as EpochMs) {
    for (; next < at.length && at[next]! < start + MINUTE_MS; next += 1) if (forwards[next]! > 0) last = forwards[next]!
    const price = Math.round(100 * last) as Paise
    bars.push(candle(start, price, price, price, price))
  }
  return bars
}
