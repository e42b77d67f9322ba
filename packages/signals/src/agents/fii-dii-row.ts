import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'

/**
 * What foreign (FII) and domestic (DII) institutions did on one day. Either half exists only from when it was
 * published; a figure that is not known is null. Money in crore rupees, positions in contracts.
 */
export interface FiiDiiRow {
  readonly day: IstDate
  /** Bought less sold in the cash market. */
  readonly fiiNet: number | null
  readonly diiNet: number | null
  /** When the cash figures came out (about 19:00). */
  readonly cashPublishedAt: EpochMs
  /** FII positions in index futures. */
  readonly futureLong: number | null
  readonly futureShort: number | null
  /** When the positions came out (about 20:00); null: not yet. */
  readonly positionsPublishedAt: EpochMs | null
}

/** Long share of FII index-future positions, 0 to 1; NaN when not known. No position is a failed download. */
export function longShareOf({ futureLong, futureShort }: FiiDiiRow): number {
  const total = (futureLong ?? 0) + (futureShort ?? 0)
  return futureLong === null || futureShort === null || total <= 0 ? Number.NaN : futureLong / total
}
