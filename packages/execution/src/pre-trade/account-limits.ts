// @invariant account-limits A limit that a user sets over all indices lets no entry pass once it is reached, by the
//   kind of the link, and never holds an exit back.
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '../account-facts.ts'
import type { EntryRefusalReason } from '../refusal.ts'
import type { Trade } from '../trade/trade.ts'

/** What the limits over all indices are judged by, read in the transaction of the claim. */
interface AccountLimitInput {
  readonly on: IstDate
  readonly facts: AccountFacts | null
}

/** Why the user's own limits over all indices allow no entry. `trades`: those of the link's kind, but the one that is entered. */
export function accountLimitRefusal(
  trades: readonly Trade[],
  { on, facts }: AccountLimitInput,
): EntryRefusalReason | undefined {
  const { tradesPerDay } = facts!.risk.account
  // An entry that bought nothing was no trade.
  const made = trades.filter((trade) => trade.on === on && trade.state !== 'abandoned').length
  return tradesPerDay !== null && made >= tradesPerDay
    ? { code: 'refusal.trades_per_day', limit: tradesPerDay }
    : undefined
}
