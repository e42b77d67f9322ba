import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import {
  edgeForLive,
  measureEdge,
  type MeasuredEdge,
  type ClosedTradeSample,
} from '@strikewise/domain/trading/measured-edge.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** What a user's own closed trades brought, each kind of account for itself; undefined where there are none. */
export async function userEdges(
  db: UserScopedRow,
  userId: string,
): Promise<Readonly<Record<LinkMode, MeasuredEdge | undefined>>> {
  const { paper, live } = await measuredTrades(db, userId)
  return { paper: measureEdge(paper), live: measureEdge(live) }
}

/** Whether the trades that speak for the user's live account show an edge (decision record 17). */
export async function hasProvenEdge(db: Kysely<Database>, userId: string): Promise<boolean> {
  return edgeForLive(await measuredTrades(db, userId)).edge?.verdict === 'positive'
}

/** All of a user's closed trades whose end is known from the broker's books, by kind. */
async function measuredTrades(db: Kysely<Database>, userId: string): Promise<Record<LinkMode, ClosedTradeSample[]>> {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('state', '=', 'closed')
    .execute()
  const found: Record<LinkMode, ClosedTradeSample[]> = { paper: [], live: [] }
  for (const { body: trade } of rows) {
    if (trade.state !== 'closed' || trade.result === null) continue
    const { result, cover } = trade
    // What buying a short back cost is money lost by trading here, so it counts against the edge as well.
    const gross = (result.gross + (cover?.gross ?? 0)) as Paise
    const charges = (result.charges + (cover?.charges.total ?? 0)) as Paise
    found[trade.mode].push({
      on: trade.on,
      gross,
      charges,
      net: (gross - charges) as Paise,
      risk: (trade.risk * trade.traded) as Paise,
    })
  }
  return found
}
