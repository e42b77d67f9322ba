// @invariant I13
import { notificationsOf } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'

/**
 * I13: what happened was notified, as a row of the outbox: every alarm in the journal, every position opened and closed. What
 * the operator was notified of does not count. For the end of the day.
 */
export function checkEventsNotified({ observations, findings }: CheckerContext): void {
  const keys = new Set(notificationsOf(observations).map(({ key }) => key))
  const alarms = [...keys].filter((key) => key.startsWith('alarm/'))
  for (const account of observations.accounts) {
    const missing = (what: string) => findings.add('I13', account, `told ${what}`, `no note tells the user of ${what}`)
    for (const { change } of observations.store.account(account).journal) {
      if (change.type !== 'alarm' || change.code === FOR_OPERATORS) continue
      const ends = `/${change.code}/${change.tradeId ?? ''}`
      const isOwn = (key: string) => key.startsWith(`alarm/${account}/`) && key.includes(`/${change.code}/`)
      // One that names an order has its id at the end.
      const isOf = (key: string) => key.endsWith(ends) || (change.tradeId !== null && key.includes(`${ends}/`))
      if (!alarms.some((key) => isOwn(key) && (isOf(key) || SUMMED_UP.has(change.code)))) missing(ends.slice(1))
    }
    for (const { id, state } of observations.store.tradesOf(account))
      if (state === 'closed' && !keys.has(`closed/${id}`)) missing(`the end of ${id}`)
  }
}

/** Reported to the operator, not to the user. */
const FOR_OPERATORS = 'offline_journal_outdated'
/** Alarms of which several rows are one note. */
const SUMMED_UP = new Set(['row_rejected', 'offline_journal_damaged', 'offline_journal_outdated'])
