import {
  ALERT_CHANNELS,
  ALERT_KINDS,
  isSwitchable,
  hasChannel,
  type AlertChannel,
  type AlertKind,
} from '@strikewise/domain/alerts/alert-kinds.ts'
import { can } from '@strikewise/plans/entitlements.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { MORNING_FROM_MINUTE } from '@strikewise/domain/time/morning.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AlertAbout } from '@strikewise/messages/families/alert.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf, type StoredMessage } from '@strikewise/messages/split.ts'
import type { AlertSettings, AlertSwitch } from '@strikewise/wire/alerts.ts'
import { sql } from 'kysely'
import type { Profile } from '../accounts/profiles.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { alertTitle } from './alert-title.ts'
import type { BotName } from './telegram/bot-name.ts'
import { quietHoursOf } from './quiet-hours-setting.ts'
import { READINESS_BY } from './sources/morning-readiness.ts'

/** The installation's bot and its name; the name is undefined while Telegram does not answer. */
export interface BotStatus {
  readonly bot: BotName | undefined
  readonly name: string | undefined
}

/** Where a user's alerts go, and which; texts are in `language`. */
export async function alertSettings(
  db: UserScopedRow,
  userId: string,
  profile: Pick<Profile, 'plan'>,
  { bot, name }: BotStatus,
  now: EpochMs,
  language: Language,
): Promise<AlertSettings> {
  const [chat, last, switches, quiet] = await Promise.all([
    chatOf(db, userId),
    lastMessage(db, userId, language),
    switchesOf(db, userId, language),
    quietHoursOf(db, userId, now, rendererOf(language)),
  ])
  return {
    offered: bot !== undefined,
    bot: name ?? null,
    bot_url: bot === undefined || name === undefined ? null : bot.chatUrl(name),
    in_plan: can(profile.plan, 'receive_alerts', now),
    chat,
    last,
    switches,
    quiet,
  }
}

/** Keeps the user's choice. One that changes nothing, as for a kind that is always sent, is kept and has no effect. */
export async function saveSwitch(
  db: UserScopedRow,
  userId: string,
  choice: { readonly kind: AlertKind; readonly channel: AlertChannel; readonly on: boolean },
): Promise<void> {
  const { kind, channel, on } = choice
  await db
    .insertInto('alert_switches')
    .values({ user_id: userId, kind, channel, is_on: on })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet({ is_on: on }))
    .execute()
}

async function switchesOf(db: UserScopedRow, userId: string, language: Language): Promise<AlertSwitch[]> {
  const { text } = rendererOf(language)
  const rows = await db.selectFrom('alert_switches').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map((row) => [`${row.kind}/${row.channel}`, row.is_on]))
  return ALERT_KINDS.flatMap((kind) =>
    ALERT_CHANNELS.filter((channel) => isSwitchable(kind, channel)).map((channel) => ({
      kind,
      channel,
      title: text(alertTitle(kind)),
      about: text(aboutOf(kind)),
      on: hasChannel(kind, channel, chosen.get(`${kind}/${channel}`)),
    })),
  )
}

/** What alerts of a kind are about, for the list of switches. */
function aboutOf(kind: AlertKind): AlertAbout {
  if (kind === 'token_needed') return { code: 'alert_about.token_needed', at: MORNING_FROM_MINUTE }
  if (kind === 'readiness') return { code: 'alert_about.readiness', at: MORNING_FROM_MINUTE, by: READINESS_BY }
  return { code: `alert_about.${kind}` }
}

async function chatOf(db: UserScopedRow, userId: string): Promise<AlertSettings['chat']> {
  const row = await db
    .selectFrom('profiles')
    .select(['telegram_chat_id', 'telegram_paired_at', 'telegram_unreachable_at'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (row.telegram_chat_id === null) return null
  const state =
    row.telegram_paired_at === null ? 'waiting' : row.telegram_unreachable_at === null ? 'paired' : 'unreachable'
  return { id: row.telegram_chat_id, state }
}

async function lastMessage(db: UserScopedRow, userId: string, language: Language): Promise<AlertSettings['last']> {
  const row = await db
    .selectFrom('chat_outbox')
    .innerJoin('notices', 'notices.id', 'chat_outbox.notice_id')
    .select(['kind', 'at', 'last_error', 'problem'])
    .select(sql<boolean>`sent_at is not null`.as('sent'))
    .select(sql<boolean>`given_up_at is not null`.as('givenUp'))
    .where('chat_outbox.user_id', '=', userId)
    .orderBy('chat_outbox.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    title: rendererOf(language).text(alertTitle(row.kind)),
    at: istIso(row.at as EpochMs),
    state: row.sent ? 'sent' : row.givenUp ? 'given_up' : 'waiting',
    problem: problemText(row, language),
  }
}

/** Why the message has not arrived; null: nothing failed. */
function problemText(
  { problem, last_error }: { readonly problem: StoredMessage | null; readonly last_error: string | null },
  language: Language,
): string | null {
  if (problem === null && last_error === null) return null
  return rendererOf(language).text(messageOf({ message: problem, text: last_error }))
}
