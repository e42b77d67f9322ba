import Bowser from 'bowser'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { DeviceName } from '@strikewise/messages/families/alert.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { sql } from 'kysely'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import type { Caller } from './caller.ts'
import { recordSignedOut } from './ended-sessions.ts'

/** How the caller's account is guarded: how they may prove who they are, and where they are signed in. `renderer`: of its texts. */
export async function securityOf(
  db: UserScopedRow,
  caller: Caller,
  renderer: Renderer,
): Promise<CallReply<'security'>> {
  const { userId, sessionId } = caller
  const [user, password, sessions] = await Promise.all([
    db.selectFrom('identity_users').select('twoFactorEnabled').where('id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('identity_accounts')
      .select('id')
      .where('userId', '=', userId)
      .where('password', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('identity_sessions')
      .selectAll()
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('updatedAt', 'desc')
      .execute(),
  ])
  return {
    two_factor: user?.twoFactorEnabled === true,
    password: password !== undefined,
    sessions: sessions.map((session) => ({
      id: session.id,
      current: session.id === sessionId,
      device: renderer.text(deviceOf(session.userAgent)),
      address: session.ipAddress,
      signed_in_at: istIso(session.createdAt.getTime() as EpochMs),
      last_used_at: istIso(session.updatedAt.getTime() as EpochMs),
    })),
  }
}

/** Ends the sessions of the caller that are named; without a name all but the one that asks. Returns how many ended. */
export async function endSessions(db: UserScopedRow, caller: Caller, id?: string): Promise<number> {
  const own = db.deleteFrom('identity_sessions').where('userId', '=', caller.userId)
  const ended = await (id === undefined ? own.where('id', '!=', caller.sessionId) : own.where('id', '=', id))
    .returning(['token', 'userId'])
    .execute()
  await recordSignedOut(db, ended)
  return ended.length
}

/** Names of browser and system, as far as they are known: what a browser claims proves nothing. */
export function deviceOf(userAgent: string | null): DeviceName {
  if (userAgent === null || userAgent === '') return { code: 'device.unknown' }
  const { browser, os } = Bowser.parse(userAgent)
  // The reader answers an empty name for some that it does not know.
  if (!browser.name) return { code: 'device.program' }
  return os.name
    ? { code: 'device.browser', browser: browser.name, system: os.name }
    : { code: 'device.browser.no_system', browser: browser.name }
}
