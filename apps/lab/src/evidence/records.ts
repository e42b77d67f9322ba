import path from 'node:path'

/** Where the records are, beside the project. */
export const RECORDS = path.join(import.meta.dirname, '../../../../../shared/data/bars')

/** Records that this command does not measure, and why: listed on its page. */
export const UNREAD: readonly { readonly what: string; readonly reason: string }[] = [
  { what: 'option chain agent', reason: 'recorded chains are not read by this command' },
  { what: 'FII/DII agent', reason: 'its daily figures are not read by this command' },
  { what: 'bars of 5 and 15 minutes and of days', reason: 'the agents read bars of one minute' },
]
