// @invariant I8
import type { Parts } from './parts.ts'

/** I8: what happened once stands in an account's journal once. */
export function checkWrittenOnce({ evidence, findings }: Parts): void {
  for (const account of evidence.accounts) {
    const seen = new Set<unknown>()
    for (const { change } of evidence.store.account(account).journal) {
      if (seen.has(change))
        findings.add('I8', account, change.type, `a change of type ${change.type} was written twice`)
      seen.add(change)
    }
  }
}
