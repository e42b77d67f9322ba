import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { FIRST_ENTRY_MINUTE } from '@strikewise/domain/time/entry-window.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { marketClock } from '@strikewise/domain/time/market-phase.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import type { ReadinessEvent } from '@strikewise/messages/families/readiness.ts'
import { RBI_DAYS, WHOLE_DAYS } from '@strikewise/signals/agents/event-tables.ts'
import { isMorningAfterFed, scheduledEvents } from '@strikewise/signals/decision/scheduled-events.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { LIST_READY_MINUTE } from '../time/watch-hours.ts'
import { isLoggedIn } from './account-checks.ts'
import { fail, pass, wait, warn, type CheckResult, type ReadinessFacts } from './facts.ts'

/** Capital from which the product works best (specification §9). */
const WORKS_BEST_FROM = 1_000_000 as Paise
/** Silence of the indices after which a price is old (design guide §1.4). */
const FEED_SILENT_MS = 15_000

export function fundsCheck(facts: ReadinessFacts): CheckResult {
  const { reading, now, account } = facts
  if (!isLoggedIn(facts)) return wait({ code: 'readiness.after_login' })
  if (reading === undefined) return wait({ code: 'readiness.not_read' })
  const { usable, readAt } = reading
  const isLive = account.link?.mode === 'live'
  if (now - readAt > DEFAULT_CONFIG.fundsMaxAgeMs) return warn({ code: 'readiness.funds.old', usable, readAt })
  if (usable <= 0) return fail({ code: 'readiness.funds.none', readAt }, isLive ? 'add_funds' : null)
  if (usable < WORKS_BEST_FROM)
    return warn(
      { code: 'readiness.funds.low', usable, least: WORKS_BEST_FROM, readAt },
      isLive ? 'add_funds' : 'trade_settings',
    )
  return pass({ code: 'readiness.funds.available', usable, readAt })
}

export function clockCheck(facts: ReadinessFacts): CheckResult {
  const { reading } = facts
  if (!isLoggedIn(facts)) return wait({ code: 'readiness.after_login' })
  if (reading === undefined || reading.clockSkewMs === null) return wait({ code: 'readiness.not_read' })
  const { maxClockSkewMs: maxSkewMs } = DEFAULT_CONFIG
  const skewMs = Math.abs(reading.clockSkewMs)
  return skewMs > maxSkewMs
    ? fail({ code: 'readiness.clock.differs', skewMs, maxSkewMs }, 'support')
    : pass({ code: 'readiness.clock.agrees', maxSkewMs, readAt: reading.readAt })
}

export function feedCheck({ feed, now, calendar }: ReadinessFacts): CheckResult {
  if (isBeforeList(now)) return wait({ code: 'readiness.feed.later', from: LIST_READY_MINUTE })
  if (feed?.connected !== true) return fail({ code: 'readiness.feed.down' }, 'status')
  if (marketClock(now, calendar).phase !== 'open') return pass({ code: 'readiness.feed.connected' })
  if (feed.lastTickAt === null) return fail({ code: 'readiness.feed.no_price' }, 'status')
  return now - feed.lastTickAt > FEED_SILENT_MS
    ? fail({ code: 'readiness.feed.silent', since: feed.lastTickAt as EpochMs }, 'status')
    : pass({ code: 'readiness.feed.connected' })
}

export function contractsCheck({ contracts, now }: ReadinessFacts): CheckResult {
  if (contracts?.day === istDateAt(now)) {
    const expiries = INDEX_SYMBOLS.map((symbol) => ({
      code: 'readiness_expiry' as const,
      symbol,
      day: contracts.expiries[symbol],
    }))
    return pass({ code: 'readiness.contracts.loaded', expiries })
  }
  if (isBeforeList(now)) return wait({ code: 'readiness.contracts.later', from: LIST_READY_MINUTE })
  return fail({ code: 'readiness.contracts.missing' }, 'status')
}

export function eventsCheck(facts: ReadinessFacts): CheckResult {
  const { calendar, now } = facts
  const day = istDateAt(now)
  const session = calendar.sessionOn(day)
  if (session === undefined || session.windows.length === 0)
    return warn({ code: 'readiness.events.closed', next: calendar.nextTradingDay(day) })
  const expiring = expiriesToday(facts)
  const special = specialEvents(facts)
  const events = [...special, ...expiring]
  if (events.length === 0) return pass({ code: 'readiness.events.none', from: FIRST_ENTRY_MINUTE })
  const finding = { code: 'readiness.events.listed', events } as const
  return special.length > 0 ? warn(finding) : pass(finding)
}

function expiriesToday({ contracts, now }: ReadinessFacts): ReadinessEvent[] {
  const day = istDateAt(now)
  if (contracts?.day !== day) return []
  return INDEX_SYMBOLS.filter((symbol) => contracts.expiries[symbol] === day).map((symbol) => ({
    code: 'readiness_event.expiry',
    symbol,
  }))
}

/** What the day has that others have not, expiries aside: the entry filter goes by the same tables. */
function specialEvents({ calendar, now, isRealMarket }: ReadinessFacts): ReadinessEvent[] {
  const day = istDateAt(now)
  const session = calendar.sessionOn(day)
  const events: ReadinessEvent[] = []
  if (session !== undefined && session.kind !== 'full')
    events.push({ code: 'readiness_event.special_session', from: session.opensAt, to: session.closesAt })
  for (const { name: event, end } of scheduledEvents(day))
    events.push(
      end === undefined
        ? { code: 'readiness_event.whole_day', event }
        : { code: 'no_trade.scheduled_event', event, until: (end + SIGNAL_PARAMS.block.eventAfterMs) as EpochMs },
    )
  if (isMorningAfterFed(day, calendar)) events.push({ code: 'readiness_event.after_fed' })
  const until = RBI_DAYS.endsOn < WHOLE_DAYS.endsOn ? RBI_DAYS.endsOn : WHOLE_DAYS.endsOn
  if (isRealMarket && day > until) events.push({ code: 'readiness_event.not_listed', until })
  return events
}

/** Before the market role looks for the day's contracts. */
function isBeforeList(now: EpochMs): boolean {
  return now < istInstant(istDateAt(now), 0, LIST_READY_MINUTE)
}
