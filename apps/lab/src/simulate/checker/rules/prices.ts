import type { PriceSeen } from '../../environment/sim-feed.ts'
import type { CheckerContext } from '../checker-context.ts'

/** A single wrong price is not to be believed; one that stands so long is. */
const BELIEVED_MS = 2_000
const SILENCE_MS = 5_000
/** A price steers for so long after the feed fell silent. */
export const STEERS_MS = 10_000
/** No honest bid is further from the last price than the exchange's band: 40 % under it, 20 rupees for cheap ones. */
const BAND = { over: 1.4, under: 0.6, within: 2_000 } as const

/** The bids of a contract that a program may have believed between two instants: the one that stood at `from` too. */
export function bidsWithin(seen: readonly PriceSeen[], token: number, from: number, to: number): number[] {
  const own = seen.filter((one) => one.token === token && one.published && one.at <= to)
  const bids: number[] = []
  for (const [i, { at, bid, freak }] of own.entries()) {
    const ends = own[i + 1]?.at ?? to
    if (ends < from || !(bid > 0)) continue
    // After a silence the first price is the only one there is.
    const before = own[i - 1]?.at ?? Number.NEGATIVE_INFINITY
    if (!freak || ends - at >= BELIEVED_MS || at - before >= SILENCE_MS) bids.push(bid)
  }
  return bids
}

/** A bid that every program could see from `from` until `to`; undefined: none could. */
export interface BidShown {
  readonly from: number
  readonly to: number
  readonly bid: number | undefined
}

/** What the feed showed of a contract up to `to`, oldest first: each price until the next one, or until it is too old to steer by. */
export function bidsShown({ observations, activeFaults }: CheckerContext, token: number, to: number): BidShown[] {
  const own = observations.prices.filter((one) => one.token === token && one.published && one.at <= to)
  const silences = [...activeFaults.silencesOf(token, STEERS_MS)]
  const shown: BidShown[] = []
  for (const [i, price] of own.entries()) {
    const ends = own[i + 1]?.at ?? to
    const bid = isHonest(price) ? price.bid : undefined
    let { at: from } = price
    for (const silence of silences) {
      if (silence.from >= ends || silence.until <= from) continue
      if (silence.from > from) shown.push({ from, to: silence.from, bid })
      shown.push({ from: Math.max(from, silence.from), to: Math.min(ends, silence.until), bid: undefined })
      from = Math.min(ends, silence.until)
    }
    if (from < ends) shown.push({ from, to: ends, bid })
  }
  return shown
}

/** Whether the last price bears the bid out: one that it does not is believed only once the feed has repeated it. */
export function isHonest({ bid, last, freak }: PriceSeen): boolean {
  if (freak || bid <= 0 || bid > last * BAND.over) return false
  return bid >= last * BAND.under || last - bid <= BAND.within
}
