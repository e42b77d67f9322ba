import path from 'node:path'

/** Where the records are, beside the project. */
export const RECORDS = path.join(import.meta.dirname, '../../../../../shared/data/bars')

/** Records that this command does not measure, and why: listed on its page. */
export const UNREAD: readonly { readonly what: string; readonly reason: string }[] = [
  { what: 'option chain agent', reason: 'the recorded chains have no one-minute bars of the index beside them' },
  { what: 'FII/DII agent', reason: 'fewer than 20 sessions have both its figures and bars of one minute' },
  { what: 'bars of 5 and 15 minutes and of days', reason: 'the agents read bars of one minute' },
]
