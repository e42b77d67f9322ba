import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, istDateAt } from '@strikewise/domain/time/ist.ts'
import { dailyLossLimit } from '@strikewise/domain/trading/daily-loss-limit.ts'
import { entryHoursOn } from '@strikewise/domain/trading/entry-hours.ts'
import type { ReadinessFinding } from '@strikewise/messages/families/readiness.ts'
import { can, effectivePlan, endedPlan, tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import { isLoginOver } from '../accounts/login-life.ts'
import { fail, pass, warn, type CheckResult, type ReadinessFacts } from './facts.ts'

/** A plan that ends within this time is worth a look in the morning. */
const ENDS_SOON_MS = 7 * DAY_MS

/** Whether the account has a login that calls the broker today. */
export function isLoggedIn({ account: { link }, now }: ReadinessFacts): boolean {
  return link !== undefined && link.connected && link.loginAt !== null && !isLoginOver(link.loginAt, now)
}

export function loginCheck(facts: ReadinessFacts): CheckResult {
  const { link } = facts.account
  const { broker } = BROKER.profile.names
  if (link === undefined) return fail({ code: 'readiness.login.no_account' }, 'connect_account')
  if (isLoggedIn(facts)) {
    const until = link.tokenExpiresAt ?? BROKER.profile.tokenExpiresAt(link.loginAt!)
    return pass(
      link.openedForUser ? { code: 'readiness.login.paper', until } : { code: 'readiness.login.done', broker, until },
    )
  }
  return link.openedForUser
    ? fail({ code: 'readiness.login.paper_missing' }, 'connect_paper')
    : fail({ code: 'readiness.login.missing', broker }, 'log_in')
}

export function egressCheck({ account: { link } }: ReadinessFacts): CheckResult {
  if (link?.mode !== 'live') return pass({ code: 'readiness.egress.paper' })
  const { egressAddress: address } = link
  if (address === null) return fail({ code: 'readiness.egress.missing' }, 'support')
  return pass({ code: 'readiness.egress.assigned', address, broker: BROKER.profile.names.broker })
}

/** Whether entries may be made today, and how far they may go. */
export function limitsCheck({ account, reading, now, liveTrading }: ReadinessFacts): CheckResult {
  const { killSwitch, risk, link } = account
  if (killSwitch.global) return fail({ code: 'readiness.limits.paused_by_operator' })
  if (link?.mode === 'live' && !liveTrading) return fail({ code: 'readiness.limits.live_off' }, 'connect_account')
  if (account.isDayLocked) return fail({ code: 'readiness.limits.locked' })
  if (killSwitch.user) return warn({ code: 'refusal.user_stop' }, 'resume_entries')
  if (account.armed.length === 0) return warn({ code: 'readiness.limits.not_armed' }, 'trade_settings')
  if (!account.consentGiven) return warn({ code: 'readiness.limits.no_consent' }, 'trade_settings')
  const hours = can(account.plan, 'time_filter', now) ? risk.entryHours : null
  if (hours !== null && entryHoursOn(hours, istDateAt(now)) === undefined)
    return warn({ code: 'readiness.limits.not_today' }, 'trade_settings')
  return pass(limitsSet(risk.capital ?? reading?.opening ?? null, risk.dailyLossCapPct, risk.maxEntriesPerSymbol))
}

function limitsSet(capital: Paise | null, lossPct: number, entries: number): ReadinessFinding {
  return capital === null
    ? { code: 'readiness.limits.set.share', share: lossPct / 100, entries }
    : { code: 'readiness.limits.set', loss: dailyLossLimit(capital, lossPct), entries }
}

export function planCheck({ account: { plan: state, link }, now }: ReadinessFacts): CheckResult {
  const ended = endedPlan(state, now)
  if (ended !== undefined) return fail({ code: 'readiness.plan.ended', plan: ended.plan }, 'plans')
  const plan = state.plan === null ? 'free' : effectivePlan(state, now)
  const modes = link === undefined ? (['live', 'paper'] as const) : [link.mode]
  if (modes.every((mode) => tradingRightsOf(state, mode, now).symbols.length === 0))
    return fail({ code: 'readiness.plan.without_trading', plan }, 'plans')
  if (state.expiresAt === null) return pass({ code: 'readiness.plan.no_end', plan })
  const until = istDateAt(state.expiresAt)
  return state.expiresAt - now <= ENDS_SOON_MS
    ? warn({ code: 'readiness.plan.ends_soon', plan, until }, 'plans')
    : pass({ code: 'readiness.plan.active', plan, until })
}
