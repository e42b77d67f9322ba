import type { Parts } from './parts.ts'

/** Far more than any day of a session needs, far less than a loop that goes round for nothing makes. */
const MOST_CALLS = 400
const MOST_ROWS = 4_000
const MOST_SPOOLED = 500
const MOST_ALARMS = 200

/**
 * I16, as far as it shows outside: what piles up in a session of a few minutes stays small. The mailbox's own limit is
 * inside a process and has its unit test.
 */
export function checkBounds({ evidence, called, findings }: Parts): void {
  for (const account of evidence.accounts) {
    const say = (what: string, count: number) => findings.add('I16', account, what, `${count} ${what} in one session`)
    const calls = called.of(account).length
    if (calls > MOST_CALLS) say('order calls', calls)
    const rows = evidence.store.intentsOf(account).length
    if (rows > MOST_ROWS) say('intents', rows)
    const spooled = evidence.spools.get(account)?.length ?? 0
    if (spooled > MOST_SPOOLED) say('spooled batches', spooled)
    const alarms = evidence.alarms.filter((alarm) => alarm.account === account).length
    if (alarms > MOST_ALARMS) say('alarms', alarms)
  }
}
