import { LINK_MODES } from '@strikewise/domain/trading/link-mode.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { DayLock } from '../store/account-changes.ts'
import type { AccountState } from './state.ts'

/**
 * The locks that hold entries of either kind of link until the next session, for the books of the account cannot be relied on;
 * none for a kind that is held by as much already. `at`: since when.
 */
export function breachLocks(state: Pick<AccountState, 'on' | 'lockOf'>, at: EpochMs): readonly DayLock[] {
  return LINK_MODES.flatMap((mode) => {
    const lock = state.lockOf(mode)
    // A reached loss cap shows more: it also sells what is open.
    if (lock !== undefined && lock.reason !== 'losing_streak') return []
    return [{ on: state.on, mode, reason: 'invariant_broken', at } as const]
  })
}
