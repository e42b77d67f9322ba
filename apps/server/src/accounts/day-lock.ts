import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Me } from '@strikewise/wire/account.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/**
 * Why an account's entries of one kind of link are locked for the day `now` lies in; null while they are not. A breach of
 * an invariant locks either kind and is named first: it needs a person.
 */
export async function dayLockOf(
  db: UserScopedRow,
  userId: string,
  mode: LinkMode,
  now: EpochMs,
): Promise<Me['day_lock']> {
  const rows = await db
    .selectFrom('day_locks')
    .select(['mode', 'reason', 'at', 'figures'])
    .where('account_id', '=', userId)
    .where('on_day', '=', istDateAt(now))
    .execute()
  const lock = rows.find((row) => row.reason === 'invariant_broken') ?? rows.find((row) => row.mode === mode)
  if (lock === undefined) return null
  const { losses, peak, floor } = lock.figures ?? {}
  return {
    reason: lock.reason,
    at: istIso(lock.at as EpochMs),
    ...(losses !== undefined && { losses }),
    ...(peak !== undefined && { peak: rupeesFromPaise(peak) }),
    ...(floor !== undefined && { floor: rupeesFromPaise(floor) }),
  }
}
