import { createHash } from 'node:crypto'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import type { PushDevice } from '@strikewise/wire/push.ts'
import { sql, type Kysely, type Selectable } from 'kysely'
import { DomainError } from '../../domain-error.ts'
import { deviceOf } from '../../identity/sessions.ts'
import type { Database } from '../../store/database.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import { notify } from '../notify.ts'
import type { SubscriptionKeys } from './encrypt-push.ts'
import { removeDevice } from './push-outbox.ts'

/** Devices of one user. */
export const MAX_DEVICES = 10
/** A longer name of a browser is cut. */
const MAX_USER_AGENT = 400

export interface NewDevice extends SubscriptionKeys {
  readonly endpoint: string
  readonly userAgent: string | null
}

/** A user's devices, newest first, with their names in the language of `renderer`. */
export async function devicesOf(db: UserScopedRow, userId: string, renderer: Renderer): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => shown(row, renderer))
}

/**
 * Registers a device of a user and notifies the user of it; one that is registered already keeps its place and takes the new
 * keys. What other users registered is not read: a browser gives a new address to each who turns notifications on there.
 * Throws DomainError where the user has as many devices as there may be.
 */
export async function addDevice(
  tx: Kysely<Database>,
  userId: string,
  { endpoint, p256dh, auth, userAgent }: NewDevice,
  now: EpochMs,
): Promise<void> {
  // One user's devices are counted by one transaction at a time.
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  const known = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (known !== undefined) {
    await tx.updateTable('push_subscriptions').set({ p256dh, auth }).where('id', '=', known.id).execute()
    return
  }
  const { count } = await tx
    .selectFrom('push_subscriptions')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_DEVICES) throw new DomainError({ code: 'problem.push_devices_full', max: MAX_DEVICES })
  const { id } = await tx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, endpoint, p256dh, auth, user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = { code: 'alert.push_device_added', device: deviceOf(userAgent) } as const
  const alert = {
    userId,
    kind: 'account_changed',
    key: `push/${id}`,
    at: now,
    message,
    link: '/telegram-setup',
  } as const
  await notify(tx, [alert], now)
}

/** Removes a user's device. One that is no device of theirs is none that exists. */
export async function removeOwnDevice(tx: Kysely<Database>, userId: string, id: number): Promise<void> {
  const own = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (own === undefined) throw new DomainError({ code: 'problem.not_found' })
  await removeDevice(tx, id, { code: 'push_problem.removed' })
}

function shown(row: Selectable<Database['push_subscriptions']>, { text }: Renderer): PushDevice {
  const { id, endpoint, user_agent, created_at, delivered_at, problem } = row
  return {
    id,
    device: text(deviceOf(user_agent)),
    // A page compares it with its own browser's: the address itself lets its holder send to the device.
    digest: createHash('sha256').update(endpoint).digest('hex'),
    added_at: iso(created_at),
    delivered_at: delivered_at === null ? null : iso(delivered_at),
    problem: problem === null ? null : text(messageOf({ message: problem, text: null })),
  }
}

function iso(at: Date): string {
  return istIso(at.getTime() as EpochMs)
}

/** Whether a user has a device. */
export async function hasDevice(db: UserScopedRow, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select(sql<number>`1`.as('one'))
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
