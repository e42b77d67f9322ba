import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { DayRoot } from '@strikewise/public-log/day-root.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface PublicLogTables {
  /** Insert only, gapless by `seq`, each row hash-chained to the one before. Knows no user. */
  public_log_entries: {
    seq: number
    /** The day the entry is of, by its own instant. */
    day: IstDate
    kind: 'signal' | 'decision'
    symbol: IndexSymbol
    /** The agent's name, or the decision's id. */
    subject: string
    /** Canonical JSON: the very text the hash is of. */
    body: string
    hash: string
    prev_hash: string
  }
  /** Insert only: one signed statement a day that is over. `hash` is of the statement, `key` and `signature` are hex. */
  public_log_roots: {
    day: IstDate
    first_seq: number
    last_seq: number
    root: JSONColumnType<DayRoot>
    hash: string
    key: string
    signature: string
  }
  /** Insert only: which root was sent to which address outside; of a time-stamp authority: since when its token is due. */
  public_log_anchors: { anchor: string; day: IstDate; hash: string; at: Generated<Date> }
  /** Insert only: tokens (DER in base64) that were verified before they were stored, with the instant that they prove. */
  public_log_time_stamps: { anchor: string; day: IstDate; token: string; stamped_at: Date; at: Generated<Date> }
}
