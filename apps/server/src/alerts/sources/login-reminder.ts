import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { tradingRightsOf } from '@strikewise/domain/plans/entitlements.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTokenStale } from '@strikewise/domain/time/token-life.ts'
import { paperAccountId } from '../../accounts/paper-exchange.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'token_needed'
const TELLS_AT = { hour: 8, minute: 15 }

/** What is missing, and until when it can be mended without losing entries: past 9:00 AM there is no hour left to name. */
const OWN_BROKER = {
  early: 'Your broker login of today is missing. Log in before 9:00 AM, or nothing is traded for you today.',
  late: 'Your broker login of today is missing. Nothing is traded for you until you log in.',
} as const
const PAPER_ACCOUNT = {
  early: 'Your paper account is not connected today. Connect it before 9:00 AM, or nothing is traded on paper today.',
  late: 'Your paper account is not connected today. Nothing is traded on paper until you connect it.',
} as const

/** At 08:15 on days with a session, and not after the open: whose account needs its login of the day. */
export function morning(calendar: TradingCalendar): AlertSource {
  return async (tx, now) => {
    const day = istDateAt(now)
    const session = calendar.sessionOn(day)
    const from = istInstant(day, TELLS_AT.hour, TELLS_AT.minute)
    if (session === undefined || session.windows.length === 0 || now < from || now >= session.opensAt) return []
    if ((await readCursor(tx, CURSOR_NAME)) === from) return []
    await writeCursor(tx, CURSOR_NAME, from)
    const links = await tx
      .selectFrom('broker_links')
      .innerJoin('profiles', 'profiles.user_id', 'broker_links.user_id')
      .select(['broker_links.user_id', 'mode', 'connected', 'login_at', 'broker_user_id', 'plan', 'plan_expiry'])
      .where('api_key', 'is not', null)
      .execute()
    return links.flatMap((link) => {
      const plan = {
        plan: link.plan,
        expiresAt: link.plan_expiry === null ? null : (link.plan_expiry.getTime() as EpochMs),
      }
      const canTrade = tradingRightsOf(plan, link.mode, now).symbols.length > 0
      const loggedIn =
        link.connected && link.login_at !== null && !isTokenStale(link.login_at.getTime() as EpochMs, now)
      if (!canTrade || loggedIn) return []
      return [
        {
          userId: link.user_id,
          kind: 'token_needed' as const,
          key: `token/${day}`,
          at: now,
          text: (link.broker_user_id === paperAccountId(link.user_id) ? PAPER_ACCOUNT : OWN_BROKER)[
            now < istInstant(day, 9) ? 'early' : 'late'
          ],
          link: '/connect-zerodha',
        },
      ]
    })
  }
}
