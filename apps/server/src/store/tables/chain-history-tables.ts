import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Generated } from 'kysely'

/** What is known of the days whose option chains are stored a minute; the chains themselves are files. */
export interface ChainHistoryTables {
  /** A recorded day that was stored; without minutes: its recording held no chain of the index. */
  chain_history_days: {
    symbol: IndexSymbol
    day: IstDate
    minutes: number
    contracts: number
    rows: number
    bytes: number
    /** Frames that were not recorded, and where files of the recording could not be read. */
    lost_frames: number
    damage: string | null
    stored_at: Generated<Date>
  }
  /** A recorded day that could not be stored yet. */
  chain_history_failures: { day: IstDate; reason: string; attempts: number; failed_at: Generated<Date> }
  /** One row once an operator has set it. */
  chain_history_retention: { single: Generated<boolean>; keep_days: number }
}
