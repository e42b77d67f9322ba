import { CHAIN_VALUES, INTEREST, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { median } from '@strikewise/domain/market/median.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import {
  deviationOf,
  premiumRecords,
  type PremiumRecord,
} from '../../../../../apps/lab/src/backtest/premiums/premium-records.ts'

/** One snapshot a day is read, the nearest to this hour: prices have settled and open interest has been published. */
export const NOON = 12
/** Round strikes of both indices, and how far from the forward strikes are counted: as far as every chain reaches. */
const ROUND_STRIKE = 500
const FARTHEST = 0.05
/** A wall is measured against the strikes that are traded: those farther out hold next to nothing. */
const NEAR = 0.02
/** Nearer to the expiry a volatility is one of hours, not of a level. */
const LEAST_DAYS = 3.5
const DAYS_A_YEAR = 365

/** What the near chain of one day holds at noon. NaN where it does not show it. */
export interface SurfaceFacts {
  /** Share of the open interest at multiples of 500, among strikes up to 5 % from the forward. */
  readonly roundShare: number
  /** Open interest of the largest strike up to 2 % from the forward over that of the median one, mean of both sides. */
  readonly wall: number
  /** At the money, per cent a year; NaN within three days of the expiry. */
  readonly volatility: number
  /** Volatility one deviation below the money over that one above it; NaN where `volatility` is. */
  readonly skew: number
  /** India VIX of that day. */
  readonly vix: number
}

/** Facts of a chain, recorded or simulated; undefined when no snapshot of it has enough prices around the money. */
export function surfaceFacts(chain: RecordedChain, vix: number): SurfaceFacts | undefined {
  const noon = istInstant(chain.day, NOON)
  const distance = ({ at }: PremiumRecord) => Math.abs(at - noon)
  const [premiums] = premiumRecords(chain, nseCalendar).toSorted(
    (a, b) => distance(a) - distance(b) || a.years - b.years,
  )
  if (premiums === undefined) return undefined
  const isLevel = premiums.years * DAYS_A_YEAR >= LEAST_DAYS
  return {
    ...interestFacts(chain, premiums),
    volatility: isLevel ? (100 * premiums.deviation) / Math.sqrt(premiums.years) : Number.NaN,
    skew: isLevel ? skewOf(premiums) : Number.NaN,
    vix,
  }
}

function interestFacts(
  chain: RecordedChain,
  { at, forward }: PremiumRecord,
): Pick<SurfaceFacts, 'roundShare' | 'wall'> {
  const expiry = chain.legs.map((leg) => leg.expiry).sort()[0]
  const snapshot = chain.at.indexOf(at)
  const units = { CE: [] as number[], PE: [] as number[] }
  let [round, all] = [0, 0]
  for (let row = chain.begins[snapshot]!; row < chain.begins[snapshot + 1]!; row += 1) {
    const leg = chain.legs[chain.leg[row]!]
    if (leg?.expiry !== expiry || Math.abs(Math.log(leg!.strike / forward)) > FARTHEST) continue
    const interest = chain.values[row * CHAIN_VALUES + INTEREST]!
    if (!(interest > 0)) continue
    if (Math.abs(Math.log(leg!.strike / forward)) <= NEAR) units[leg!.side].push(interest)
    all += interest
    if (leg!.strike % ROUND_STRIKE === 0) round += interest
  }
  const wallOf = (side: readonly number[]) => Math.max(...side) / median(Float64Array.from(side), side.length)
  return { roundShare: round / all, wall: (wallOf(units.CE) + wallOf(units.PE)) / 2 }
}

/** By the prices out of the money, in a straight line between the two strikes around each side's one deviation. */
function skewOf({ legs, deviation }: PremiumRecord): number {
  const points = legs
    .map(({ x, share }) => ({ x: x / deviation, level: deviationOf(x, share) }))
    .sort((a, b) => a.x - b.x)
  const levelAt = (x: number) => {
    const above = points.findIndex((point) => point.x >= x)
    const [low, high] = [points[above - 1], points[above]]
    if (low === undefined || high === undefined) return Number.NaN
    return low.level + ((high.level - low.level) * (x - low.x)) / (high.x - low.x)
  }
  return levelAt(-1) / levelAt(1)
}
