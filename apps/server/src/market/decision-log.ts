import { chainedHash, decisionBytes, FIRST_HASH } from '@strikewise/domain/decision/decision-bytes.ts'
import type { Decision } from '@strikewise/domain/decision/decision.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** The append-only, hash-chained log of decisions. One writer at a time: the leader of the market role. */
export interface DecisionLog {
  /**
   * Commits a decision as the next row and returns its sequence number. `undefined`: the log already holds a decision of
   * that index for that minute or a later one (this program was restarted within the minute); the first one stands.
   */
  append(decision: Decision): Promise<number | undefined>
}

/** Opens the log at its end. */
export async function openDecisionLog(db: Kysely<Database>): Promise<DecisionLog> {
  const newest = await db
    .selectFrom('decisions')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const head = { seq: newest?.seq ?? 0, hash: newest?.hash ?? FIRST_HASH }
  const lastMinute = new Map<IndexSymbol, number>()
  for (const symbol of INDEX_SYMBOLS) {
    const row = await db
      .selectFrom('decisions')
      .select('bar_end')
      .where('symbol', '=', symbol)
      .orderBy('bar_end', 'desc')
      .limit(1)
      .executeTakeFirst()
    lastMinute.set(symbol, row?.bar_end ?? 0)
  }
  // Appends run one after the other: each is chained to the one before.
  let tail: Promise<unknown> = Promise.resolve()

  const append = async (decision: Decision): Promise<number | undefined> => {
    if (decision.barEnd <= lastMinute.get(decision.symbol)!) return undefined
    const seq = head.seq + 1
    const hash = chainedHash(head.hash, decisionBytes(decision))
    await db
      .insertInto('decisions')
      .values({
        seq,
        id: decision.id,
        symbol: decision.symbol,
        bar_end: decision.barEnd,
        action: decision.action,
        record: JSON.stringify(decision),
        hash,
        prev_hash: head.hash,
      })
      .execute()
    head.seq = seq
    head.hash = hash
    lastMinute.set(decision.symbol, decision.barEnd)
    return seq
  }
  return {
    append(decision) {
      const appended = tail.then(() => append(decision))
      tail = appended.catch(() => undefined)
      return appended
    },
  }
}
