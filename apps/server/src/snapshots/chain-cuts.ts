import { maxPain } from '@strikewise/domain/market/max-pain.ts'
import { openInterestWalls } from '@strikewise/domain/market/oi-walls.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { OptionChainRow, OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'

/**
 * Strikes on each side of the money that screens show without being asked for more: the specified 250 points of NIFTY, and
 * two beyond, so that a contract that was at the money stays in while the index moves.
 */
const NEAR_EACH_SIDE = 7

interface Cuts {
  readonly near: Snapshot
  readonly walls: Snapshot
  /** Lowest and highest strike of `near`; empty chains have none. */
  readonly range: readonly [low: number, high: number]
}

/** What is cut from the snapshots of a chain: made when it is first read, once a snapshot. */
export class ChainCuts {
  readonly #ofRows = new WeakMap<Snapshot, Cuts>()
  readonly #withVolatility = new WeakMap<Snapshot, { readonly volatility: Snapshot; readonly both: Snapshot }>()
  readonly #ofDetails = new WeakMap<
    Snapshot,
    { readonly low: number; readonly high: number; readonly near: Snapshot }
  >()

  /** The rows around the money, the one at the money first. */
  near(rows: Snapshot): Snapshot {
    return this.#cutsOf(rows).near
  }

  /** What the open interest shows, and beside it how the volatility compares with past days, where that is known. */
  walls(rows: Snapshot, volatility?: Snapshot): Snapshot {
    const { walls } = this.#cutsOf(rows)
    if (volatility === undefined) return walls
    const known = this.#withVolatility.get(walls)
    if (known !== undefined && known.volatility === volatility) return known.both
    const both = snapshotOf(
      JSON.stringify({ ...JSON.parse(walls.json.toString()), volatility: JSON.parse(volatility.json.toString()) }),
    )
    this.#withVolatility.set(walls, { volatility, both })
    return both
  }

  /** The details of the strikes that `near` holds. */
  nearDetails(details: Snapshot, rows: Snapshot): Snapshot {
    const [low, high] = this.#cutsOf(rows).range
    const known = this.#ofDetails.get(details)
    if (known !== undefined && known.low === low && known.high === high) return known.near
    const all = JSON.parse(details.json.toString()) as readonly { readonly strike: number }[]
    const near = snapshotOf(JSON.stringify(all.filter(({ strike }) => strike >= low && strike <= high)))
    this.#ofDetails.set(details, { low, high, near })
    return near
  }

  #cutsOf(snapshot: Snapshot): Cuts {
    let cuts = this.#ofRows.get(snapshot)
    if (cuts === undefined) {
      const rows = JSON.parse(snapshot.json.toString()) as readonly OptionChainRow[]
      const near = nearRows(rows)
      const strikes = near.map(({ strike }) => strike)
      cuts = {
        near: snapshotOf(JSON.stringify(near)),
        walls: snapshotOf(JSON.stringify(wallsOf(rows))),
        range: [Math.min(...strikes), Math.max(...strikes)],
      }
      this.#ofRows.set(snapshot, cuts)
    }
    return cuts
  }
}

function nearRows(rows: readonly OptionChainRow[]): readonly OptionChainRow[] {
  const centre = rows[0]?.strike
  const strikes = rows.map(({ strike }) => strike).toSorted((a, b) => a - b)
  const at = strikes.findIndex((strike) => strike === centre)
  const near = new Set(strikes.slice(Math.max(0, at - NEAR_EACH_SIDE), at + NEAR_EACH_SIDE + 1))
  return rows.filter(({ strike }) => near.has(strike))
}

/** Reads the whole chain (the first row is the one at the money) by the measures the chain agent uses. */
export function wallsOf(rows: readonly OptionChainRow[]): OptionChainWalls {
  const centre = rows[0]?.strike ?? Number.NaN
  const sorted = rows.toSorted((a, b) => a.strike - b.strike)
  const strikes = Float64Array.from(sorted, (row) => row.strike)
  const openInterest = Float64Array.from(sorted.flatMap((row) => [row.ce_oi, row.pe_oi]))
  const atm = strikes.indexOf(centre)
  const { bandStrikes } = SIGNAL_PARAMS.chain
  const low = Math.max(0, atm - bandStrikes)
  const high = Math.min(strikes.length - 1, atm + bandStrikes)
  const walls = openInterestWalls(strikes, openInterest, centre, low, high)
  return {
    // Two digits, as it is shown: more would change with each contract.
    put_call_ratio: known(Math.round(100 * putCallRatio(openInterest, low, high)) / 100),
    max_pain: known(maxPain(strikes, openInterest, centre)),
    call_wall: known(walls.resistance),
    put_wall: known(walls.support),
    ce_oi: sorted.reduce((sum, { ce_oi }) => sum + ce_oi, 0),
    pe_oi: sorted.reduce((sum, { pe_oi }) => sum + pe_oi, 0),
  }
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null)
