import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import type { ListedAnnouncement } from '@strikewise/wire/announcements.ts'
import type { Profile } from '../../accounts/profiles.ts'
import { botUsername } from '../../alerts/telegram/bot-name.ts'
import { markRead, noticesOf } from '../../alerts/notice-rows.ts'
import { saveQuietHours } from '../../alerts/quiet-hours-setting.ts'
import { alertSettings, saveSwitch } from '../../alerts/settings.ts'
import { listedAnnouncements } from '../../announcements/listed-announcements.ts'
import type { Caller } from '../../identity/caller.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'notices' | 'readNotices' | 'alertSettings' | 'saveAlertSwitch' | 'saveQuietHours'

/** Quiet hours are saved by the service: with them changes what waits to be sent, which is not the user's to write. */
export function alertHandlers({ config, db, clock, bus, logger }: WebDependencies): Handlers<Names> {
  const bot = botUsername(config, logger)
  /** Asked before the store is: no transaction waits for Telegram. */
  const sight = async () => ({ bot, name: await bot?.read() })
  const listed = (rows: UserScopedRow, { userId, language }: Caller, { plan, joinedAt }: Profile) => {
    const now = clock.now()
    const reader = { userId, plan: effectivePlan(plan, now), joinedAt, now }
    return listedAnnouncements(rows, reader, language ?? 'en')
  }
  const unreadOf = (announcements: readonly ListedAnnouncement[]) => announcements.filter(({ read }) => !read).length
  return {
    notices: ({ caller, profile, userDb, query: { limit, before } }) =>
      userDb.read(async (rows) => {
        const page = await noticesOf(rows, caller.userId, { limit, before }, caller.language ?? 'en')
        const announcements = await listed(rows, caller, profile)
        return {
          ...page,
          announcements: before === undefined ? announcements : [],
          unread: page.unread + unreadOf(announcements),
        }
      }),

    readNotices: ({ caller, profile, userDb, body }) =>
      userDb.write(async (rows) => {
        const unread = await markRead(rows, caller.userId, body)
        return { unread: unread + unreadOf(await listed(rows, caller, profile)) }
      }),

    async alertSettings({ caller, profile, userDb }) {
      const seen = await sight()
      return userDb.read((rows) =>
        alertSettings(rows, caller.userId, profile, seen, clock.now(), caller.language ?? 'en'),
      )
    },

    async saveAlertSwitch({ caller, profile, userDb, body }) {
      const seen = await sight()
      return userDb.write(async (rows) => {
        await saveSwitch(rows, caller.userId, body)
        return alertSettings(rows, caller.userId, profile, seen, clock.now(), caller.language ?? 'en')
      })
    },

    async saveQuietHours({ caller, profile, userDb, body }) {
      const seen = await sight()
      await db.transaction().execute((tx) => saveQuietHours(tx, caller.userId, body.hours, clock.now()))
      bus.publish('outbox', null)
      return userDb.read((rows) =>
        alertSettings(rows, caller.userId, profile, seen, clock.now(), caller.language ?? 'en'),
      )
    },
  }
}
