import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { JSONColumnType } from 'kysely'

export interface MarketTables {
  /** Insert only, gapless by `seq`, each row hash-chained to the one before. */
  decisions: {
    seq: number
    id: string
    symbol: IndexSymbol
    bar_end: number
    action: Decision['action']
    record: JSONColumnType<Decision>
    hash: string
    prev_hash: string
  }
  /** Past sessions, written once each. A bar: minutes from midnight in India to its start, open, high, low, close in paise. */
  index_days: {
    symbol: IndexSymbol
    on_day: IstDate
    bars: JSONColumnType<(readonly [number, number, number, number, number])[]>
  }
  leases: { name: string; holder: string; epoch: number; expires_at: Date }
  /** One row, `id` = `feed`: the operator's market data login. `bytea` columns hold sealed values. */
  feed_session: {
    id: 'feed'
    api_key: Buffer | null
    api_key_last4: string | null
    api_secret: Buffer | null
    access_token: Buffer | null
    broker_user_id: string | null
    login_at: Date | null
    token_expires_at: Date | null
  }
}
