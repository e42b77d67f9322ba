import { randomUUID } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AccountChange } from '../identity/identity.ts'
import type { Database } from '../store/database.ts'
import type { LimitChange } from '../store/tables/alert-tables.ts'
import { notify, type Alert } from './notify.ts'

const SECURITY = '/security'

const TEXTS: Readonly<Record<AccountChange | LimitChange, { text: string; link: string }>> = {
  factor_on: {
    text: 'An authenticator app was switched on for your account: each login asks for its code. If it was not you, reset the password at once and write to our support.',
    link: SECURITY,
  },
  factor_off: {
    text: 'The authenticator app of your account was switched off: the password alone opens it. If it was not you, reset the password at once and write to our support.',
    link: SECURITY,
  },
  new_backup_codes: {
    text: 'New backup codes were made for your account. The codes from before do not work any more. If it was not you, reset the password at once and write to our support.',
    link: SECURITY,
  },
  external_linked: {
    text: 'A Google account was linked to your account and can be used to log in. If it was not you, reset the password at once and write to our support.',
    link: SECURITY,
  },
  broker_key_replaced: {
    text: 'The Zerodha API key of your account was replaced. If it was not you, pause entries, reset the password at once and write to our support.',
    link: '/zerodha-connect',
  },
  limits_raised: {
    text: 'Your account may trade or lose more than before: automatic trading was armed, or a limit was raised. If it was not you, pause entries, reset the password at once and write to our support.',
    link: '/trade-settings',
  },
}

/** What noted changes are notified with; they are noted no more. */
export async function takePendingChanges(db: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const rows = await db.deleteFrom('account_changes').returning(['id', 'user_id', 'change']).execute()
  return rows.map(({ id, user_id, change }) => alertOf(user_id, change, `${change}/${id}`, now))
}

/** Notifies the owner of an account of a change to how it is guarded. Whoever commits publishes `outbox`. */
export async function notifyAccountChange(
  tx: Transaction<Database>,
  userId: string,
  change: AccountChange,
  now: EpochMs,
): Promise<void> {
  await notify(tx, [alertOf(userId, change, `${change}/${randomUUID()}`, now)], now)
}

function alertOf(userId: string, change: AccountChange | LimitChange, key: string, now: EpochMs): Alert {
  return { userId, kind: 'account_changed', key, at: now, ...TEXTS[change] }
}
