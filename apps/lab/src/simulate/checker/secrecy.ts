// @invariant I7 No secret leaves the processes in journal, notices or files; a replaced login is not used any more.
import type { CheckerContext } from './checker-context.ts'

/** Every secret of a simulated account begins so (`environment/login.ts`); nothing else does. */
const CANARY = /canary-[a-z-]+-u\d+/

/** The first secret in any text of a tree of rows. Looked for where it stands: writing the whole out costs far more. */
function secretIn(what: unknown): string | undefined {
  if (typeof what === 'string') return what.includes('canary') ? CANARY.exec(what)?.[0] : undefined
  if (typeof what !== 'object' || what === null) return undefined
  for (const part of Array.isArray(what) ? what : Object.values(what)) {
    const found = secretIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * I7: nothing that left the processes holds a secret: the journal (which has every row, refusal and alarm), what is sent
 * to users, local files, what is reported to operators. For the end of the day.
 */
export function checkSecrecy({ observations, findings }: CheckerContext): void {
  const { accounts, store, offlineJournals, alarms, counts } = observations
  const search = (account: string | null, where: string, what: unknown) => {
    const found = secretIn(what)
    if (found !== undefined) findings.add('I7', account, where, `${found} stands in ${where}`)
  }
  for (const account of accounts) {
    search(account, 'the journal', store.account(account).journal)
    search(account, 'a local file', offlineJournals.get(account) ?? [])
  }
  search(null, 'the notes to users', store.notifications)
  search(null, 'the alarms', alarms)
  search(null, 'the counts', [...counts.keys()])
}
