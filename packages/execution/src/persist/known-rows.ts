// @invariant crash-recovery
import { NO_RECORDS } from '../store/no-records.ts'
import type { AccountId, StoreTransaction } from '../ports.ts'
import type { Batch, Change, KnownRows } from '../store/account-changes.ts'
import { rowsMissing } from './restore-rows.ts'
import { AccountState } from './state.ts'
import { tradeIdOf } from './write-divided.ts'

/** The rows of the trades that are live or that a batch is about, but for those in `except`: what its changes go on from. */
export function knownRows(state: AccountState, { changes }: Batch, except: ReadonlySet<string>): readonly Change[] {
  const about = new Set([...state.liveTrades().map(({ id }) => id), ...changes.map((one) => tradeIdOf(one) ?? '')])
  const rows: Change[] = []
  for (const id of about) {
    const trade = except.has(id) ? undefined : state.trade(id)
    if (trade === undefined) continue
    const { intents, orders, covers, fills, coverFills } = state.view(id)
    rows.push({ type: 'trade', trade })
    for (const intent of intents) rows.push({ type: 'intent', intent })
    for (const order of [...orders, ...covers]) rows.push({ type: 'order', order, on: state.on })
    for (const fill of [...fills, ...coverFills]) rows.push({ type: 'fill', fill, on: state.on })
  }
  return rows
}

/**
 * The batches of an offline journal, each after the rows that it goes on from and the store lacks, as a batch of their own: the
 * store was restored to an earlier instant (fault F44), and the process that wrote the file is gone or replaced. What it knew
 * is right where no later lease has owned the account, which the writing of either batch finds. A store whose journal is as
 * long as the writer knew it has lost nothing. Made twice, a batch of lost rows has the same id, and is written once.
 */
export async function* withLostRows(
  t: StoreTransaction,
  account: AccountId,
  journaled: readonly Batch[],
): AsyncGenerator<Batch, void> {
  const storedSeq = t.journalSeq(account)
  for (const batch of journaled) {
    const { id, at, epoch, known } = batch
    if (known !== undefined && storedSeq < (known.journalSeq ?? Infinity)) {
      const changes = rowsMissing(stateOf(known), new AccountState(known.on, await t.load(account, known.on)))
      if (changes.length > 0) yield { id: `${id}/known`, at, epoch, changes }
    }
    yield batch
  }
}

function stateOf({ on, changes }: KnownRows): AccountState {
  const state = new AccountState(on, NO_RECORDS)
  for (const change of changes) state.apply(change)
  return state
}
