import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { Alert } from '../notify.ts'

/**
 * Reads what happened since it was read last and puts it into words. `tx` is the transaction that tells it: a source
 * moves its own mark there, so what is told and what counts as read are one.
 */
export type AlertSource = (tx: Kysely<Database>, now: EpochMs) => Promise<readonly Alert[]>
