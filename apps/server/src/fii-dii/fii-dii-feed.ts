import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import { istDate, type EpochMs } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'

const crore = z.number().nullable()
const contracts = z.int().nonnegative().nullable()
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text) as EpochMs)

/** One day's row: money in crore rupees, positions in contracts, each half with when it was published. */
const row = z
  .object({
    date: z.iso.date().transform(istDate),
    fii_net: crore,
    dii_net: crore,
    cash_published_at: instant,
    fii_idx_fut_long: contracts,
    fii_idx_fut_short: contracts,
    positions_published_at: instant.nullable(),
  })
  .transform((wire): FiiDiiRow => {
    // Zeros in all positions are a download that failed: better no row than that one.
    const failed = (wire.fii_idx_fut_long ?? 0) + (wire.fii_idx_fut_short ?? 0) === 0
    return {
      day: wire.date,
      fiiNet: wire.fii_net,
      diiNet: wire.dii_net,
      cashPublishedAt: wire.cash_published_at,
      futureLong: failed ? null : wire.fii_idx_fut_long,
      futureShort: failed ? null : wire.fii_idx_fut_short,
      positionsPublishedAt: failed ? null : wire.positions_published_at,
    }
  })

const feed = z.object({ rows: z.array(z.unknown()).max(5000) })

/** The rows of a FII/DII feed, and how many could not be read. Throws when it is no such feed. */
export function fiiDiiRowsOf(text: string): { rows: FiiDiiRow[]; dropped: number } {
  const parsed = feed.parse(JSON.parse(text)).rows.map((one) => row.safeParse(one))
  const rows = parsed.flatMap((one) => (one.success ? [one.data] : []))
  return { rows, dropped: parsed.length - rows.length }
}
