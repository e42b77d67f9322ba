import { ALERT_CHANNELS, ALERT_KINDS } from '@strikewise/domain/alerts/alert-kinds.ts'
import { CLOCK_TIME } from '@strikewise/domain/time/clock-time.ts'
import { WEEKDAYS } from '@strikewise/domain/trading/entry-hours.ts'
import * as z from 'zod'
import { listedAnnouncement, MAX_LISTED_ANNOUNCEMENTS } from './announcements.ts'
import { problemText } from './field-problem.ts'
import { message } from './message.ts'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

const alertKind = z.enum(ALERT_KINDS)
const alertChannel = z.enum(ALERT_CHANNELS)

/** What became of a notice on a way it takes beside the list in the app. */
const delivery = z
  .object({
    channel: alertChannel,
    /** `held`: it waits for the end of quiet hours. `not_sent`: it never was to be, for the reason. */
    state: z.enum(['sent', 'waiting', 'held', 'failed', 'not_sent']),
    /** When it was sent, or until when it is held; else null. */
    at: instantText.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof delivery>

/** A notice before the newest one of its thread. */
const earlierNotice = z
  .object({ id: z.int(), kind: alertKind, title: z.string(), at: instantText, text: z.string() })
  .meta({ id: 'EarlierNotice' })

const noticeRow = z
  .object({
    id: z.int(),
    kind: alertKind,
    title: z.string(),
    at: instantText,
    text: z.string(),
    message,
    /** A path of the app with more about it. */
    link: z.string().nullable(),
    /** It and all before it about the same. */
    read: z.boolean(),
    /** Those before it about the same contract and episode, newest first: the list shows the newest alone. */
    earlier: z.array(earlierNotice),
    /** Where else it went, or why not; a way that its kind does not take is not listed. */
    deliveries: z.array(delivery),
  })
  .meta({ id: 'Notice' })
export type NotificationRow = z.infer<typeof noticeRow>

const noticesReply = z
  .object({
    notices: z.array(noticeRow),
    /** Of the first page, newest first: what operators announced to the caller, until 30 days after its end. */
    announcements: z.array(listedAnnouncement).max(MAX_LISTED_ANNOUNCEMENTS),
    /** All of the caller's, not only those of this page, announcements included. */
    unread: z.int(),
    /** Unread ones that ask the caller to act or to check: what the bell counts. */
    needs_you: z.int(),
    /** `before` of the next page; null: this was the last. */
    next: z.int().nullable(),
  })
  .meta({ id: 'Notices' })
export type NotificationsReply = z.infer<typeof noticesReply>

const alertSwitch = z.object({
  kind: alertKind,
  channel: alertChannel,
  title: z.string(),
  about: z.string(),
  on: z.boolean(),
})
export type AlertSwitch = z.infer<typeof alertSwitch>

/** A time of the day in India. */
const timeOfDay = z.string().regex(CLOCK_TIME, problemText({ code: 'field.time_of_day' }))

const quietHours = z
  .strictObject({
    /** On which they begin. */
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1, problemText({ code: 'field.weekday_missing' }))
      .max(WEEKDAYS.length),
    from: timeOfDay.meta({ description: 'First quiet minute in India, HH:MM' }),
    to: timeOfDay.meta({
      description: 'First minute in India that is not quiet, HH:MM; of the next day if before `from`',
    }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: problemText({ code: 'field.other_than_start' }) })
  .meta({ id: 'QuietHours', description: 'Weekdays and hours (India) in which only what needs the user is sent.' })
export type QuietHoursSetting = z.infer<typeof quietHours>

/** What a caller sets: null for none. */
export const quietHoursChoice = z.strictObject({ hours: quietHours.nullable() })

const alertSettingsReply = z
  .object({
    /** False where this installation sends nothing to Telegram. */
    offered: z.boolean(),
    /** The bot's name; null while Telegram does not answer. */
    bot: z.string().nullable(),
    /** Opens the bot's chat. */
    bot_url: z.string().nullable(),
    /** Whether the caller's plan sells alerts, and has not ended. */
    in_plan: z.boolean(),
    /**
     * `waiting`: that chat has not confirmed yet. `gone`: it takes no messages, as after the bot was blocked.
     */
    chat: z.object({ id: z.string(), state: z.enum(['waiting', 'paired', 'unreachable']) }).nullable(),
    /** What became of the newest message. */
    last: z
      .object({
        title: z.string(),
        at: instantText,
        state: z.enum(['waiting', 'sent', 'given_up']),
        problem: z.string().nullable(),
      })
      .nullable(),
    switches: z.array(alertSwitch),
    quiet: z.object({
      hours: quietHours.nullable(),
      /** The end of the hours that are on; null: none are. */
      until: instantText.nullable(),
      /** Titles of the kinds that are sent in quiet hours too. */
      still_sent: z.array(z.string()),
    }),
  })
  .meta({ id: 'AlertSettings' })
export type AlertSettings = z.infer<typeof alertSettingsReply>

/** A chat id is a whole number; group ids are negative. Empty clears it. */
const telegramChatId = z
  .string()
  .trim()
  .max(20)
  .regex(/^(-?\d+)?$/, problemText({ code: 'field.chat_id' }))

export const alertRoutes = {
  notices: route({
    method: 'GET',
    path: '/notices',
    auth: 'user',
    keyScope: 'read',
    perMinute: 120,
    summary: 'What the caller was told, newest first, and how much of it is unread',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).default(30),
      before: z.coerce.number().int().min(1).optional(),
    }),
    reply: noticesReply,
  }),
  readNotices: route({
    method: 'POST',
    path: '/notices/read',
    auth: 'user',
    perMinute: 120,
    summary: 'Marks one notice as read, or all up to one',
    body: z.strictObject({ id: z.int().min(1), and_older: z.boolean() }),
    reply: z.object({ unread: z.int() }),
  }),
  alertSettings: route({
    method: 'GET',
    path: '/alert-settings',
    auth: 'user',
    perMinute: 120,
    summary: "Where the caller's alerts go, and which",
    query: z.strictObject({}),
    reply: alertSettingsReply,
  }),
  saveAlertSwitch: route({
    method: 'PUT',
    path: '/alert-settings/switch',
    auth: 'user',
    perMinute: 120,
    summary: 'Switches one kind of alert on or off for Telegram or mail',
    body: z.strictObject({ kind: alertKind, channel: alertChannel, on: z.boolean() }),
    reply: alertSettingsReply,
  }),
  saveQuietHours: route({
    method: 'PUT',
    path: '/alert-settings/quiet-hours',
    auth: 'user',
    perMinute: 30,
    summary: 'Sets the hours in which only what needs the caller is sent; null for none',
    body: quietHoursChoice,
    reply: alertSettingsReply,
  }),
  saveTelegram: route({
    method: 'PUT',
    path: '/telegram',
    auth: 'user',
    perMinute: 10,
    summary: 'Sets the chat alerts go to once its owner agrees there; empty clears it',
    body: z.strictObject({ telegramChatId }),
    reply: z.object({ telegramChatId: z.string().nullable() }),
  }),
  telegramLink: route({
    method: 'POST',
    path: '/telegram/link',
    auth: 'user',
    perMinute: 10,
    summary: 'A start link that pairs a chat with the caller, once and within fifteen minutes',
    body: z.strictObject({}),
    reply: z.object({ url: z.string() }),
  }),
  telegramTest: route({
    method: 'POST',
    path: '/telegram/test',
    auth: 'user',
    feature: 'alerts',
    perMinute: 5,
    summary: "Sends a test message to the caller's chat",
    body: z.strictObject({}),
    reply: alertSettingsReply,
  }),
}
