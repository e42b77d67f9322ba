import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { MORNING_FROM_MINUTE } from '@strikewise/domain/time/morning.ts'
import { tradingRightsOf } from '@strikewise/plans/entitlements.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { isLoginOver } from '../../accounts/login-life.ts'
import { paperAccountId } from '../../accounts/paper-exchange.ts'
import type { DueCheck } from '../due-sources.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'token_needed'

/** From then on there is no hour left to name before which a login loses no entry. */
const IN_TIME_UNTIL_HOUR = 9

/** From the morning on, on days with a session and not after the open: whose account needs its login of the day. */
export function morning(calendar: TradingCalendar): AlertSource {
  const isDue: DueCheck = ({ now, cursors }) => {
    const from = reminderAt(calendar, now)
    return from !== undefined && cursors.get(CURSOR_NAME) !== from
  }
  const read: AlertSource['read'] = async (tx, now) => {
    const day = istDateAt(now)
    const from = reminderAt(calendar, now)
    if (from === undefined || (await readCursor(tx, CURSOR_NAME)) === from) return []
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
      const loggedIn = link.connected && link.login_at !== null && !isLoginOver(link.login_at.getTime() as EpochMs, now)
      if (!canTrade || loggedIn) return []
      return [
        {
          userId: link.user_id,
          kind: 'token_needed' as const,
          key: `token/${day}`,
          at: now,
          message: missingLogin(link.broker_user_id === paperAccountId(link.user_id), day, now),
          link: '/connect-zerodha',
        },
      ]
    })
  }
  return { isDue, read }
}

/** Since when the day's reminder may be sent, or undefined while it may not. */
function reminderAt(calendar: TradingCalendar, now: EpochMs): EpochMs | undefined {
  const day = istDateAt(now)
  const session = calendar.sessionOn(day)
  const from = istInstant(day, 0, MORNING_FROM_MINUTE)
  const isMorning = session !== undefined && session.windows.length > 0 && now >= from && now < session.opensAt
  return isMorning ? from : undefined
}

function missingLogin(isPaper: boolean, day: IstDate, now: EpochMs): AlertMessage {
  const isLate = now >= istInstant(day, IN_TIME_UNTIL_HOUR)
  const before = IN_TIME_UNTIL_HOUR * 60
  const { broker } = BROKER.profile.names
  if (isPaper) return isLate ? { code: 'alert.token_needed.paper_late' } : { code: 'alert.token_needed.paper', before }
  return isLate
    ? { code: 'alert.token_needed.broker_late', broker }
    : { code: 'alert.token_needed.broker', broker, before }
}
