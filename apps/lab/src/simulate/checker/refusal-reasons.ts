import { istInstant, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { EntryRefusal } from '@strikewise/execution/store/account-changes.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { accountFactsBetween } from './account-facts-at.ts'
import type { CheckerContext } from './checker-context.ts'
import { entryOf, type EntrySeen } from './rules/entry-of-trade.ts'

/** A clock may be off, and a claim may have read a moment ago. */
const AROUND_MS = 8_000
/** A ticket dated further ahead of the clock of its claim is refused. */
const AHEAD_MS = 2_000
/** Hours of entries by the strategy, in India: minutes after midnight. */
const ENTRIES = { from: 9 * 60 + 30, to: 14 * 60 + 45, toOnExpiry: 13 * 60 + 30 } as const

/** Those of tickets. */
const MANUAL_ENTRIES = { from: 9 * 60 + 15, to: 14 * 60 + 50, toOnExpiry: 14 * 60 + 30 } as const

/** I3: a refused entry shows its user a reason that was true. For the end of the day. */
export function checkTrueReasons({ observations, findings, rowTimes, activeFaults }: CheckerContext): void {
  for (const account of observations.accounts) {
    const times = rowTimes.of(account)
    for (const [i, { change }] of observations.store.account(account).journal.entries()) {
      if (change.type !== 'refusal') continue
      const { refusal } = change
      // By a clock hours off that no answer of the broker has contradicted yet it was.
      const isByTheClock = refusal.code === 'outside_window' || refusal.code === 'ticket_expired'
      if (isByTheClock && activeFaults.clocksWrong) continue
      const at = times[i]!
      const facts = accountFactsBetween(
        observations.facts.get(account)!,
        Math.min(at, refusal.at) - AROUND_MS,
        at + AROUND_MS,
      )
      const text = `the decision ${refusal.decisionId} was refused as ${refusal.code}, which it was not`
      const entry = entryOf({ observations }, refusal)
      if (!canBe(refusal, facts, entry)) findings.add('I3', account, `${refusal.decisionId} ${refusal.code}`, text)
    }
  }
}

function canBe(
  { code, at, symbol, on }: EntryRefusal,
  facts: readonly AccountFacts[],
  entry: EntrySeen | undefined,
): boolean {
  const ticket = entry?.ticket
  const some = (is: (one: AccountFacts) => boolean) => facts.some(is)
  switch (code) {
    case 'user_stop':
      return some(({ killSwitch: stop }) => stop.user !== false)
    case 'global_stop':
      return some(({ killSwitch: stop }) => stop.global !== false)
    case 'consent_missing':
      return ticket === undefined && some(({ consentGiven }) => !consentGiven)
    case 'not_connected':
      return some(({ link }) => !link.connected || link.loginAt === null)
    case 'token_stale':
      return some(({ link }) => link.loginAt === null || link.loginAt < istInstant(on, 6))
    case 'plan_expired':
      return some(({ planExpiresAt }) => planExpiresAt !== null && planExpiresAt <= at + AROUND_MS)
    case 'auto_execute_off':
      if (ticket !== undefined) return false
      return some(({ strategies }) => strategies.find((one) => one.symbol === symbol)?.autoExecute !== true)
    case 'approval_needed':
      if (ticket !== undefined) return false
      return some(({ strategies }) => strategies.find((one) => one.symbol === symbol)?.approvalSeconds !== null)
    case 'ticket_expired':
      // To a clock that was set back it is dated ahead.
      return ticket !== undefined && (at > ticket.validUntil - AROUND_MS || at < ticket.askedAt - AHEAD_MS)
    case 'symbol_not_allowed':
      return some(({ plan }) => plan !== 'master' && symbol !== 'NIFTY')
    case 'outside_window': {
      const afterMidnight = at - istInstant(on, 0)
      const hours = ticket === undefined ? ENTRIES : MANUAL_ENTRIES
      const to = entry?.contract.expiry === on ? hours.toOnExpiry : hours.to
      return afterMidnight < hours.from * MINUTE_MS + AROUND_MS || afterMidnight > to * MINUTE_MS - AROUND_MS
    }
    default:
      return true
  }
}
