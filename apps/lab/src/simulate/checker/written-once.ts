// @invariant I8
import type { CheckerContext } from './checker-context.ts'

/** I8: what happened once stands in an account's journal once. */
export function checkWrittenOnce({ observations, findings }: CheckerContext): void {
  for (const account of observations.accounts) {
    const seen = new Set<unknown>()
    for (const { change } of observations.store.account(account).journal) {
      if (seen.has(change))
        findings.add('I8', account, change.type, `a change of type ${change.type} was written twice`)
      seen.add(change)
    }
  }
}
