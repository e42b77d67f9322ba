import { randomUUID } from 'node:crypto'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Transaction } from 'kysely'
import type { AccountChange } from '../identity/identity.ts'
import type { Database } from '../store/database.ts'
import { tell } from './tell.ts'

const TEXTS: Readonly<Record<AccountChange, string>> = {
  factor_on:
    'An authenticator app was switched on for your account: each login asks for its code. If it was not you, reset the password at once and write to our support.',
  factor_off:
    'The authenticator app of your account was switched off: the password alone opens it. If it was not you, reset the password at once and write to our support.',
  new_backup_codes:
    'New backup codes were made for your account. The codes from before do not work any more. If it was not you, reset the password at once and write to our support.',
  external_linked:
    'A Google account was linked to your account and can be used to log in. If it was not you, reset the password at once and write to our support.',
}

/** Notifies the owner of an account of a change to how it is guarded. Whoever commits publishes `outbox`. */
export async function tellAccountChange(
  tx: Transaction<Database>,
  userId: string,
  change: AccountChange,
  now: EpochMs,
): Promise<void> {
  const alert = {
    userId,
    kind: 'account_changed',
    key: `${change}/${randomUUID()}`,
    at: now,
    text: TEXTS[change],
    link: '/security',
  } as const
  await tell(tx, [alert], now)
}
