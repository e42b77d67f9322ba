import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { Alert } from '../notify.ts'

/**
 * Reads what happened since it was read last and makes notifications of it. `tx` is the transaction that stores them: a source
 * moves its own cursor there, so what is notified and what counts as read are one.
 */
export type AlertSource = (tx: Kysely<Database>, now: EpochMs) => Promise<readonly Alert[]>
