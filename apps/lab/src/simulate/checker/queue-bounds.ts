// @invariant I16 Every queue and buffer stays within its limit.
import { LINK_MODES } from '@strikewise/domain/trading/link-mode.ts'
import type { HighWaterMarkName } from '@strikewise/execution/high-water-marks.ts'
import type { CheckerContext } from './checker-context.ts'

interface Limit {
  readonly most: number
  /** Set: `most` is what one account may have there; those of all accounts are in it. */
  readonly isOfEach?: true
  /** What goes, or waits elsewhere, when more comes. */
  readonly drops: string
}

/** What each may hold, of one account or one executor: stated here a second time, not taken from the program. */
const LIMITS: Readonly<Record<HighWaterMarkName, Limit>> = {
  // Two hundred hints, and the answers: of every call under way and of four readings.
  mail: { most: 200 + 63 + 4, drops: 'hints: the book is read instead' },
  entry_candidates: { most: 4, drops: 'the oldest decision, which is not traded' },
  decisions: { most: 3, drops: 'the oldest decision' },
  // The contracts of entry candidates, and two positions in each of two indices.
  watched_contracts: { most: 4 + 4, drops: 'what is neither held nor of a candidate' },
  // Nine calls in a second, each answered within seven.
  calls_under_way: { most: 63, drops: 'nothing: the budget lets no more leave' },
  // A call that cannot be stored is retried twice a second, and each try is two batches of a position.
  unwritten_batches: { most: 250, drops: 'nothing: entries stop, calls are tried again ever more seldom' },
  unwritten_notifications: { most: 40, drops: 'nothing: each event is notified once' },
  recent_decisions: { most: 6, drops: 'the oldest decision' },
  // An account claims one entry at a time.
  claims_waiting: { most: 1, isOfEach: true, drops: 'nothing: one claim an account' },
  writings_waiting: { most: 1, isOfEach: true, drops: 'nothing: one writing an account' },
  entries_leaving: { most: 256, drops: 'nothing: the next wait' },
  entries_waiting: { most: 4, isOfEach: true, drops: 'nothing: what waits too long is not sent' },
}
/**
 * Tries of one kind and reason in one trade of a session, and of changes with one order: from the sixtieth in a row on they
 * come three times as seldom. Several orders of a trade may hang at once, each asked to go.
 */
const MAX_TRIES = 100
const MAX_ENTRY_TRIES = 3
/** A ticket lives for 15 s; withheld each time, its n-th order waits n half seconds for the next: the eighth is the last. */
const MAX_TICKET_TRIES = 8
const MAX_ALARMS_OF_A_CODE = 60
/** Far more than any day of a session needs, far less than a loop that goes round for nothing makes. */
const MAX_CALLS = 200
const MAX_ROWS = 1_000
/** Kinds of alarms of one trade. */
const MAX_ALARM_NOTIFICATIONS = 12

/**
 * I16: every queue, cache and buffer of the processes stayed within its limit, and so did retries, notifications and
 * written. For the end of the day.
 */
export function checkBounds(context: CheckerContext): void {
  const { observations, findings } = context
  for (const { max: most } of observations.levels)
    for (const [name, limit] of Object.entries(LIMITS) as [HighWaterMarkName, Limit][]) {
      const allowed = limit.most * (limit.isOfEach === true ? observations.accounts.length : 1)
      if (most[name] > allowed)
        findings.add('I16', null, name, `${most[name]} ${name}, more than ${allowed}; sheds ${limit.drops}`)
    }
  for (const account of observations.accounts) checkAccount(context, account)
}

function checkAccount({ observations, callLog, findings }: CheckerContext, account: string): void {
  const limit = (what: string, count: number, most: number) => {
    if (count > most) findings.add('I16', account, what, `${count} ${what} in one session, more than ${most}`)
  }
  const { store } = observations
  limit('order calls', callLog.of(account).length, MAX_CALLS)
  limit('journal rows', store.account(account).journal.length, MAX_ROWS)
  limit(
    'batches of the offline journal',
    observations.offlineJournals.get(account)?.length ?? 0,
    LIMITS.unwritten_batches.most,
  )
  const tries = Map.groupBy(store.intentsOf(account), ({ tradeId, kind, reason, call }) => {
    if (kind === 'enter') return `entries of ${tradeId}`
    return `tries of ${kind} ${reason} ${call.type === 'place' ? 'in' : `with ${call.orderId} in`} ${tradeId}`
  })
  const tickets = new Set(store.tradesOf(account).flatMap(({ id, origin }) => (origin === 'manual' ? [id] : [])))
  const mostEntries = (tradeId: string) => (tickets.has(tradeId) ? MAX_TICKET_TRIES : MAX_ENTRY_TRIES)
  for (const [what, { length, 0: first }] of tries)
    limit(what, length, first!.kind === 'enter' ? mostEntries(first!.tradeId) : MAX_TRIES)
  const alarms = Map.groupBy(observations.alarms, (alarm) => (alarm.account === account ? alarm.code : undefined))
  const trades = store.tradesOf(account).length
  // A process that begins again raises of each trade once what still holds; its user is notified once.
  const mostAlarms = MAX_ALARMS_OF_A_CODE + (observations.levels.length - 1) * trades
  for (const [code, { length }] of alarms) if (code !== undefined) limit(`alarms ${code}`, length, mostAlarms)
  const notifications = store.notifications.filter(({ userId }) => userId === account)
  const events = notifications.filter(({ kind }) => kind !== 'alarm').length
  const others = store.intentsOf(account).filter(({ kind }) => kind === 'cover' || kind === 'reduce').length
  // Of each trade that it was opened and closed; of each purchase that covered a short what it came to; of each sale of a part;
  // and that the day is over for entries, then for what is held too, of each kind of link: what the user trades is of one, too.
  limit('notifications', events, 2 * trades + others + 2 * LINK_MODES.length)
  limit('alarm notifications', notifications.length - events, MAX_ALARM_NOTIFICATIONS * (trades + 1))
}
