import type { AccountRecords } from './account-changes.ts'

/** An account of which nothing is stored. */
export const NO_RECORDS: AccountRecords = {
  trades: [],
  intents: [],
  orders: [],
  fills: [],
  locks: [],
  peaks: [],
  foreignTrades: null,
  refused: [],
}
