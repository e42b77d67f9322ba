import { chainedHash, decisionBytes, FIRST_HASH } from '@strikewise/signals/decision/decision-bytes.ts'
import type { DecisionInputs } from '@strikewise/signals/decision/decision-inputs.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { INDEX_SYMBOLS, type IndexSymbol, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { ChallengerOpinion } from '@strikewise/signals/learning/challenger.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { PublicLogAppender } from '../public-log/append-entries.ts'
import type { Database } from '../store/database.ts'

/** The append-only, hash-chained log of decisions. One writer at a time: the leader of the market role. */
export interface DecisionLog {
  /**
   * Commits a decision as the next row, and with what it was made from, and what the challenger would have reported, as the
   * next entry of the record; returns the row's sequence number. `undefined`: the log already holds a decision of that
   * index for that minute or a later one (this program was restarted within the minute); the first one stands.
   */
  append(decision: Decision, inputs: DecisionInputs, challenger?: ChallengerOpinion): Promise<number | undefined>
  /** Contracts the decisions of `day` chose to buy, oldest decision first. */
  tradedOn(day: IstDate): Promise<readonly OptionContract[]>
}

interface End {
  readonly seq: number
  readonly hash: string
  readonly lastMinute: ReadonlyMap<IndexSymbol, number>
}

/** Opens the log at its end. */
export async function openDecisionLog(db: Kysely<Database>, record: PublicLogAppender): Promise<DecisionLog> {
  // Not known after a write that may or may not have been committed.
  let end: End | undefined = await endOf(db)
  // Appends run one after the other: each is chained to the one before.
  let tail: Promise<unknown> = Promise.resolve()

  const append: DecisionLog['append'] = async (decision, inputs, challenger) => {
    const from = (end ??= await endOf(db))
    const { id, symbol, barEnd, action } = decision
    if (barEnd <= from.lastMinute.get(symbol)!) return undefined
    const seq = from.seq + 1
    const hash = chainedHash(from.hash, decisionBytes(decision))
    const row = {
      seq,
      id,
      symbol,
      bar_end: barEnd,
      action,
      record: JSON.stringify(decision),
      hash,
      prev_hash: from.hash,
    }
    end = undefined
    await record.append([{ v: 2, kind: 'decision', at: barEnd, symbol, decision, inputs, challenger }], row)
    end = { seq, hash, lastMinute: new Map(from.lastMinute).set(symbol, barEnd) }
    return seq
  }
  return {
    append(decision, inputs, challenger) {
      const appended = tail.then(() => append(decision, inputs, challenger))
      tail = appended.catch(() => undefined)
      return appended
    },
    async tradedOn(day) {
      const rows = await db
        .selectFrom('decisions')
        .select('record')
        .where('action', '<>', 'none')
        .where('bar_end', '>=', istInstant(day, 0))
        .where('bar_end', '<', istInstant(day, 24))
        .orderBy('seq')
        .execute()
      return rows.flatMap(({ record }) => record.entry?.contract ?? [])
    },
  }
}

async function endOf(db: Kysely<Database>): Promise<End> {
  const newest = await db
    .selectFrom('decisions')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  return { seq: newest?.seq ?? 0, hash: newest?.hash ?? FIRST_HASH, lastMinute }
}
