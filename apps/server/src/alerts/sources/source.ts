import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { CurrentFlags } from '../../feature-flags/feature-flags.ts'
import type { Database } from '../../store/database.ts'
import type { DueCheck } from '../due-sources.ts'
import type { Alert } from '../notify.ts'

/** Something that users are notified of. */
export interface AlertSource {
  /** Whether there is something to read; false only where `read` would find nothing. */
  readonly isDue: DueCheck
  /**
   * Reads what happened since it was read last and makes notifications of it. `tx` is the transaction that stores them: a source
   * moves its own cursor there, so what is notified and what counts as read are one. `flags`: the optional features.
   */
  readonly read: (tx: Kysely<Database>, now: EpochMs, flags: CurrentFlags) => Promise<readonly Alert[]>
  /** What was read last is stored. For a source without a cursor: until then the same is due again. */
  readonly committed?: () => void
}
