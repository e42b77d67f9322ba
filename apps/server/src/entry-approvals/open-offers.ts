import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { EntryOffer } from '@strikewise/execution/pre-trade/approval.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { decisionCost } from '../trade-cost/decision-cost.ts'
import type { PlannedCost } from '../trade-cost/planned-cost.ts'

/** The code of the refusal that is an offer. */
export const OFFERED = 'approval_needed'
/** No offer is open for longer. */
const LONGEST_MS = USER_LIMITS.approvalSeconds.max * 1000

export interface OpenOffer {
  readonly decisionId: string
  readonly symbol: IndexSymbol
  readonly offer: EntryOffer
  /** What its trade is expected to cost at the prices of the decision; undefined: not known. */
  readonly cost: PlannedCost | undefined
}

/** What a row of `entry_refusals` offers; undefined: it offers nothing. */
export function offerOf(row: { readonly message: unknown; readonly text: string | null }): EntryOffer | undefined {
  const message = messageOf(row)
  if (message.code !== 'refusal.approval_needed') return undefined
  const { code: _, ...offer } = message
  return offer
}

/** The entries that wait for a user's approval at `now`, the one that is over first in front. */
export async function openOffers(db: Kysely<Database>, userId: string, now: EpochMs): Promise<OpenOffer[]> {
  const rows = await db
    .selectFrom('entry_refusals')
    .leftJoin('decisions', 'decisions.id', 'entry_refusals.decision_id')
    .select(['entry_refusals.symbol', 'decision_id', 'message', 'text', 'record'])
    .where('account_id', '=', userId)
    .where('on_day', '=', istDateAt(now))
    .where('code', '=', OFFERED)
    .where('at', '>', now - LONGEST_MS)
    .where(
      sql<boolean>`not exists (
        select from entry_approvals a
        where a.account_id = ${userId} and a.symbol = entry_refusals.symbol
          and a.decision_id = entry_refusals.decision_id
      )`,
    )
    .execute()
  return rows
    .flatMap(({ symbol, decision_id: decisionId, ...row }) => {
      const offer = offerOf(row)
      if (offer === undefined || now > offer.until) return []
      return [{ decisionId, symbol, offer, cost: offerCost(offer, row.record) }]
    })
    .toSorted((a, b) => a.offer.until - b.offer.until)
}

/** The expected cost of what is offered, at the prices that its decision recorded. */
export function offerCost(
  { lots, limit, stop }: EntryOffer,
  decision: Decision | null | undefined,
): PlannedCost | undefined {
  if (decision?.entry == null) return undefined
  return decisionCost(decision, decision.entry, { lots, limit, stopDistance: (limit - stop) as Paise })
}
