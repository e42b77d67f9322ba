import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alarm } from '../alarms/alarm.ts'
import type { TradeNotice } from '../trade/trade-notice.ts'

/** What a user is notified of. The outbox delivers it; trading never waits for that. */
export interface Notification {
  readonly userId: string
  readonly kind: 'trade_opened' | 'trade_closed' | 'day_locked' | 'alarm'
  /** Keeps the same event from being notified twice. */
  readonly key: string
  readonly at: EpochMs
  readonly symbol: IndexSymbol | null
  readonly message: TradeNotice | Alarm | LegacyText
}
