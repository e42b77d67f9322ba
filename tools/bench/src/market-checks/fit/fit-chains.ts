import { CHAIN_VALUES, INTEREST, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import {
  deviationOf,
  premiumRecords,
  type PremiumRecord,
} from '../../../../../apps/lab/src/backtest/premiums/premium-records.ts'
import { mean, quantile } from '../table/statistics.ts'

/** Strikes that interest is compared among, in log distance from the forward, and their multiples, the roundest first. */
const NEAR = 0.03
const MULTIPLES: Readonly<Record<IndexSymbol, readonly number[]>> = {
  NIFTY: [500, 100, 50],
  BANKNIFTY: [1_000, 500, 100],
}
/** Days to the expiry that a smile is the median of, and the index it is taken from. */
const SMILES: readonly { readonly symbol: IndexSymbol; readonly from: number; readonly to: number }[] = [
  { symbol: 'NIFTY', from: 0.6, to: 1.6 },
  { symbol: 'NIFTY', from: 3, to: 5 },
  { symbol: 'NIFTY', from: 5, to: 7 },
  { symbol: 'BANKNIFTY', from: 12, to: 16 },
  { symbol: 'BANKNIFTY', from: 16, to: 22 },
  { symbol: 'BANKNIFTY', from: 22, to: 30 },
  { symbol: 'BANKNIFTY', from: 30, to: 40 },
]
/** Deviations from the money that a smile is fitted within, and between two snapshots that are. */
const SMILE_RANGE = 2.5
const SMILE_EVERY = 6
/** Longest time between two snapshots whose forwards make one move. */
const MOVE_MS = 40 * MINUTE_MS
const NOON_MINUTE = 165

const middleOf = (values: readonly number[]) => quantile(values, 0.5)

/** Interest of a strike by the roundest multiple it is, over that of all strikes; median of the days. */
export function roundStrikesOf(symbol: IndexSymbol, chains: readonly RecordedChain[]) {
  const multiples = MULTIPLES[symbol]
  const days = chains.flatMap((chain) => {
    const [noon] = premiumRecords(chain, nseCalendar).toSorted(
      (a, b) => Math.abs(a.minute - NOON_MINUTE) - Math.abs(b.minute - NOON_MINUTE) || a.years - b.years,
    )
    return noon === undefined ? [] : [interestByMultiple(chain, noon, multiples)]
  })
  return multiples.map((multiple, i) => ({ multiple, share: middleOf(days.map((day) => day[i]!)) }))
}

function interestByMultiple(
  chain: RecordedChain,
  { at, forward }: PremiumRecord,
  multiples: readonly number[],
): number[] {
  const expiry = chain.legs.map((leg) => leg.expiry).sort()[0]
  const snapshot = chain.at.indexOf(at)
  const found = multiples.map(() => [] as number[])
  for (let row = chain.begins[snapshot]!; row < chain.begins[snapshot + 1]!; row += 1) {
    const leg = chain.legs[chain.leg[row]!]
    if (leg === undefined || leg.expiry !== expiry || Math.abs(Math.log(leg.strike / forward)) > NEAR) continue
    const kind = multiples.findIndex((multiple) => leg.strike % multiple === 0)
    found[kind]?.push(chain.values[row * CHAIN_VALUES + INTEREST]!)
  }
  const all = mean(found.flat())
  return found.map((interest) => mean(interest) / all)
}

/** 1 + a x + b x² by days to the expiry, medians of least squares on snapshots of the recorded chains. */
export function smilesOf(chains: Readonly<Record<IndexSymbol, readonly RecordedChain[]>>) {
  const fits = { NIFTY: fitsOf(chains.NIFTY), BANKNIFTY: fitsOf(chains.BANKNIFTY) }
  return SMILES.map(({ symbol, from, to }) => {
    const chosen = fits[symbol].filter(({ days }) => days >= from && days < to)
    const of = (pick: (fit: (typeof chosen)[number]) => number) => middleOf(chosen.map(pick))
    return { days: of(({ days }) => days), a: of(({ a }) => a), b: of(({ b }) => b) }
  })
}

function fitsOf(chains: readonly RecordedChain[]) {
  return chains
    .flatMap((chain) => premiumRecords(chain, nseCalendar).filter((_, i) => i % SMILE_EVERY === 0))
    .map(({ years, legs, deviation }) => {
      let [xx, xxx, xxxx, xy, xxy] = [0, 0, 0, 0, 0]
      for (const leg of legs) {
        const x = leg.x / deviation
        if (Math.abs(x) > SMILE_RANGE) continue
        const y = deviationOf(leg.x, leg.share) / deviation - 1
        xx += x * x
        xxx += x ** 3
        xxxx += x ** 4
        xy += x * y
        xxy += x * x * y
      }
      const determinant = xx * xxxx - xxx * xxx
      return {
        days: years * 365,
        a: (xy * xxxx - xxy * xxx) / determinant,
        b: (xx * xxy - xxx * xy) / determinant,
      }
    })
}

/** Log moves of both forwards between snapshots of the same minutes. */
export function movesOf(
  chains: Readonly<Record<IndexSymbol, readonly RecordedChain[]>>,
): (readonly [nifty: number, bank: number])[] {
  const bank = new Map(forwardsOf(chains.BANKNIFTY).map((one) => [one.minute, one.forward]))
  const both = forwardsOf(chains.NIFTY).flatMap((one) => {
    const forward = bank.get(one.minute)
    return forward === undefined ? [] : [{ ...one, bank: forward }]
  })
  return both.slice(1).flatMap((now, i) => {
    const before = both[i]!
    if ((now.minute - before.minute) * MINUTE_MS > MOVE_MS) return []
    return [[Math.log(now.forward / before.forward), Math.log(now.bank / before.bank)] as const]
  })
}

/** The near expiry's forward by the minute, in order of time. */
function forwardsOf(chains: readonly RecordedChain[]): { readonly minute: number; readonly forward: number }[] {
  const near = new Map<number, PremiumRecord>()
  for (const record of chains.flatMap((chain) => premiumRecords(chain, nseCalendar))) {
    const minute = Math.round(record.at / MINUTE_MS)
    if (record.years < (near.get(minute)?.years ?? Number.POSITIVE_INFINITY)) near.set(minute, record)
  }
  return [...near].map(([minute, { forward }]) => ({ minute, forward }))
}
