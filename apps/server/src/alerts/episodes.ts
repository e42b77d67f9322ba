import { istDateAt, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Decisions for one contract belong to one episode while no more than this lies between two of them: a signal that holds is
 * decided for minute after minute.
 */
export const EPISODE_MS = 10 * MINUTE_MS

/** The thread of notices about one contract and episode, named by the decision that opened it. */
export function episodeThread(openingId: string): string {
  return `episode/${openingId}`
}

/**
 * The thread of each decision: of the one that opened its episode. A decision that is not in the log, such as that of a
 * manual trade, has a thread of its own.
 */
export async function threadsOf(
  tx: Kysely<Database>,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(decisionIds)]
  if (ids.length === 0) return new Map()
  const found = await decisionsToBuy(tx).where('id', 'in', ids).orderBy('seq').execute()
  const openings = new Map<string, string>()
  for (const [day, asked] of Map.groupBy(found, ({ barEnd }) => istDateAt(barEnd as EpochMs))) {
    const until = Math.max(...asked.map(({ barEnd }) => barEnd))
    const ofDay = await decisionsToBuy(tx)
      .where('bar_end', '>=', istInstant(day, 0))
      .where('bar_end', '<=', until)
      .orderBy('seq')
      .execute()
    for (const [id, opening] of openingsOf(ofDay)) openings.set(id, opening)
  }
  return new Map(ids.map((id) => [id, episodeThread(openings.get(id) ?? id)]))
}

interface DecisionToBuy {
  readonly id: string
  readonly barEnd: number
  readonly contract: string | null
}

/** The decision that opened the episode of each, which are in their order. */
function openingsOf(decisions: readonly DecisionToBuy[]): ReadonlyMap<string, string> {
  const openings = new Map<string, string>()
  const last = new Map<string, { opening: string; at: number }>()
  for (const { id, barEnd, contract } of decisions) {
    if (contract === null) continue
    const before = last.get(contract)
    const opening = before !== undefined && barEnd - before.at <= EPISODE_MS ? before.opening : id
    last.set(contract, { opening, at: barEnd })
    openings.set(id, opening)
  }
  return openings
}

function decisionsToBuy(tx: Kysely<Database>) {
  return tx
    .selectFrom('decisions')
    .select(['id', 'bar_end as barEnd'])
    .select(sql<string | null>`record -> 'entry' -> 'contract' ->> 'tradingsymbol'`.as('contract'))
    .where('action', '!=', 'none')
}
