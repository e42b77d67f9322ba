// @invariant I8 Intents, broker events and trades are gapless, in order of time and hash-chained; finished rows do
//   not come back to life.
import { createHash } from 'node:crypto'
import { canonicalStoredJson } from '@strikewise/domain/hashing/canonical-json.ts'
import type { CheckerContext } from './checker-context.ts'

/** The chain's hashes cost more than the rest of a session, so they are worked out for one seed in so many. */
const ONE_IN = 50
const START = '0'.repeat(64)

/** I8: an account's journal has no gap, each row's hash covers the one before, and no row is older than its elders. */
export function checkHistory({ observations, findings, activeFaults }: CheckerContext): void {
  if (observations.shape.seed % ONE_IN !== 0) return
  for (const account of observations.accounts) {
    let hash = START
    let seq = 0
    let at = 0
    for (const row of observations.store.journalOf(account)) {
      const say = (text: string) => findings.add('I8', account, text, `journal row ${row.seq}: ${text}`)
      const content = [hash, row.accountId, row.seq, row.at, row.batchId, row.change]
      const expected = createHash('sha256').update(canonicalStoredJson(content)).digest('hex')
      if (row.seq !== seq + 1) say('there is a gap')
      if (row.prevHash !== hash || row.hash !== expected) say('the chain is broken')
      // A clock that stepped back dates rows back; their order is the seq all the same.
      if (row.at < at && !activeFaults.clocksMoved) say('it is older than the one before')
      seq = row.seq
      hash = row.hash
      at = row.at
    }
  }
}
