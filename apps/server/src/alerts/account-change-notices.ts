import { randomUUID } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AccountChange } from '../identity/identity-listeners.ts'
import type { Database } from '../store/database.ts'
import type { LimitChange } from '../store/tables/alert-tables.ts'
import { notify, type Alert } from './notify.ts'

const SECURITY = '/security'

const NOTICES: Readonly<Record<AccountChange | LimitChange, Pick<Alert, 'message' | 'link'>>> = {
  factor_on: { message: { code: 'alert.factor_on' }, link: SECURITY },
  factor_off: { message: { code: 'alert.factor_off' }, link: SECURITY },
  new_backup_codes: { message: { code: 'alert.backup_codes' }, link: SECURITY },
  external_linked: { message: { code: 'alert.external_linked', provider: 'Google' }, link: SECURITY },
  broker_key_replaced: {
    message: { code: 'alert.broker_key_replaced', broker: BROKER.profile.names.broker },
    link: '/zerodha-connect',
  },
  program_key_created: { message: { code: 'alert.program_key_created' }, link: SECURITY },
  limits_raised: { message: { code: 'alert.limits_raised' }, link: '/trade-settings' },
}

/** What noted changes are notified with; they are noted no more. */
export async function takePendingChanges(db: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const rows = await db.deleteFrom('account_changes').returning(['id', 'user_id', 'change']).execute()
  return rows.map(({ id, user_id, change }) => alertOf(user_id, change, `${change}/${id}`, now))
}

/** Notifies the owner of an account of a change to how it is guarded. The caller publishes `outbox` after the commit. */
export async function notifyAccountChange(
  tx: Transaction<Database>,
  userId: string,
  change: AccountChange,
  now: EpochMs,
): Promise<void> {
  await notify(tx, [alertOf(userId, change, `${change}/${randomUUID()}`, now)], now)
}

function alertOf(userId: string, change: AccountChange | LimitChange, key: string, now: EpochMs): Alert {
  return { userId, kind: 'account_changed', key, at: now, ...NOTICES[change] }
}
