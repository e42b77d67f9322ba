import type { PriceSeen } from '../../world/sim-feed.ts'

/** A single wrong price is not to be believed; one that stands so long is. */
const BELIEVED_MS = 2_000
const SILENCE_MS = 5_000

/** The bids of a contract that a program may have believed between two instants: the one that stood at `from` too. */
export function bidsWithin(seen: readonly PriceSeen[], token: number, from: number, to: number): number[] {
  const own = seen.filter((one) => one.token === token && one.heard && one.at <= to)
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
