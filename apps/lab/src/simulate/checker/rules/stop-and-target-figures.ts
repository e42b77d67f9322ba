// The strategy's figures once more, in whole paise and stated apart from the program's own: what is wrong there is not
// repeated here. Sources: signals reference §3.2 to §3.5.
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { brokerCharges } from '../broker-charges.ts'

export const TICK = 5
/** Where the exchange's price band changes its measure: a share above, a fixed sum at or under it. */
const BAND_CHANGES_AT = 5_000

const down = (price: number) => Math.floor(price / TICK + 1e-9) * TICK

/** R: the planned distance of the stop, never under 15 % nor over 30 % of what was paid. */
export function riskOf(paid: number, planned: number): number {
  const [least, most] = [Math.ceil((paid * 15) / 100 - 1e-6), Math.floor((paid * 30) / 100 + 1e-6)]
  return Math.max(least, Math.min(most, Math.round(planned)))
}

/** The first trigger: what was paid less R, down to a tick. */
export function firstTrigger(paid: number, planned: number): number {
  return Math.max(TICK, down(paid - riskOf(paid, planned)))
}

/** The limit under a trigger: the user's slack, but never out of the band. */
export function limitUnder(trigger: number, slack: number): number {
  const most = trigger > BAND_CHANGES_AT ? (trigger * 35) / 100 : Math.min(1_500, trigger - TICK)
  return Math.max(TICK, down(trigger - Math.max(0, Math.min(slack, most))))
}

/** The highest trigger that a best bid of `best` earns; the first trigger while it earns none. */
export function trailedTo(paid: number, planned: number, best: number, units: number, on: IstDate): number {
  const risk = riskOf(paid, planned)
  const gained = best - paid
  if (gained < risk) return firstTrigger(paid, planned)
  const value = Math.round(paid * units) as Paise
  const both = [
    { side: 'BUY', value, on },
    { side: 'SELL', value, on },
  ] as const
  const halves = Math.floor((gained - risk) / (risk / 2) + 1e-6)
  return Math.max(
    firstTrigger(paid, planned),
    down(paid + Math.max(brokerCharges(both).total / units, (halves * risk) / 2)),
  )
}

/** Where profit is taken: two R above what was paid, four with a trail. */
export function targetOf(paid: number, planned: number, trailing: boolean): number {
  return paid + (trailing ? 4 : 2) * riskOf(paid, planned)
}

/** What a lot bought at `limit` loses when its stop fills at the stop's own limit, charges included. */
export function lossOfLot(limit: number, planned: number, slack: number, lotSize: number, on: IstDate): number {
  const sold = limitUnder(firstTrigger(limit, planned), slack)
  const charges = brokerCharges([
    { side: 'BUY', value: (limit * lotSize) as Paise, on },
    { side: 'SELL', value: (sold * lotSize) as Paise, on },
  ])
  return (limit - sold) * lotSize + charges.total
}
