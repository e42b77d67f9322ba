import { quietUntil } from '@strikewise/domain/alerts/quiet-hours.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PlanState } from '@strikewise/plans/entitlements.ts'
import type { Kysely } from 'kysely'
import type { MailRecipient } from '../mail/compose-mail.ts'
import type { Database } from '../store/database.ts'

/** `ready`: its owner agreed and it takes messages. */
export type ChatState = 'none' | 'waiting' | 'unreachable' | 'ready'

/** Where and when alerts of a user are sent. */
export interface Recipient extends MailRecipient {
  readonly plan: PlanState
  readonly chat: { readonly id: string | null; readonly state: ChatState }
  /** Ids of the browsers that show notifications. */
  readonly devices: readonly number[]
  /** By `kind/channel`. */
  readonly switches: ReadonlyMap<string, boolean>
  /** The end of the user's quiet hours; undefined: none are on. */
  readonly quietUntil: EpochMs | undefined
}

/** The users among `userIds` that exist, as they are to be notified at `now`. */
export async function recipientsOf(
  tx: Kysely<Database>,
  userIds: readonly string[],
  now: EpochMs,
): Promise<ReadonlyMap<string, Recipient>> {
  const users = await tx
    .selectFrom('profiles')
    .innerJoin('identity_users', 'identity_users.id', 'profiles.user_id')
    .leftJoin('quiet_hours', 'quiet_hours.user_id', 'profiles.user_id')
    .select(['profiles.user_id', 'name', 'email', 'language', 'plan', 'plan_expiry'])
    .select(['telegram_chat_id', 'telegram_paired_at', 'telegram_unreachable_at', 'days', 'from_minute', 'to_minute'])
    .where('profiles.user_id', 'in', userIds)
    .execute()
  const switches = await tx.selectFrom('alert_switches').selectAll().where('user_id', 'in', userIds).execute()
  const chosen = Map.groupBy(switches, (row) => row.user_id)
  const subscriptions = await tx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute()
  const devices = Map.groupBy(subscriptions, (row) => row.user_id)
  return new Map(
    users.map((user) => [
      user.user_id,
      {
        name: user.name,
        email: user.email,
        language: user.language,
        plan: {
          plan: user.plan,
          expiresAt: user.plan_expiry === null ? null : (user.plan_expiry.getTime() as EpochMs),
        },
        chat: { id: user.telegram_chat_id, state: chatStateOf(user) },
        devices: (devices.get(user.user_id) ?? []).map(({ id }) => id),
        switches: new Map(
          (chosen.get(user.user_id) ?? []).map(({ kind, channel, is_on }) => [`${kind}/${channel}`, is_on]),
        ),
        quietUntil: endOfQuietHours(user, now),
      },
    ]),
  )
}

interface ChatColumns {
  readonly telegram_chat_id: string | null
  readonly telegram_paired_at: Date | null
  readonly telegram_unreachable_at: Date | null
}

function chatStateOf({ telegram_chat_id, telegram_paired_at, telegram_unreachable_at }: ChatColumns): ChatState {
  if (telegram_chat_id === null) return 'none'
  if (telegram_paired_at === null) return 'waiting'
  return telegram_unreachable_at === null ? 'ready' : 'unreachable'
}

type QuietColumns = {
  readonly [Column in 'days' | 'from_minute' | 'to_minute']: Database['quiet_hours'][Column] | null
}

function endOfQuietHours({ days, from_minute, to_minute }: QuietColumns, now: EpochMs): EpochMs | undefined {
  if (days === null || from_minute === null || to_minute === null) return undefined
  return quietUntil({ days, fromMinute: from_minute, toMinute: to_minute }, now)
}
