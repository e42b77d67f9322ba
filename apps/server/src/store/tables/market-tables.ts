import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
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
