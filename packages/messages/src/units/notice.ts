import type { FewerLotsReason, TradeNotice } from '@strikewise/execution/trade/trade-notice.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `notice`, `lots`. */
export const noticeUnits: UnitsOf<TradeNotice | FewerLotsReason> = {
  'notice.trade_opened': { mode: 'select', contract: 'contract', quantity: 'count', price: 'paise', stop: 'paise' },
  'notice.trade_opened.fewer': {
    mode: 'select',
    contract: 'contract',
    quantity: 'count',
    price: 'paise',
    stop: 'paise',
    lots: 'message',
  },
  'notice.trade_reduced': { mode: 'select', contract: 'contract', quantity: 'count', price: 'paise', held: 'count' },
  'notice.trade_closed': {
    mode: 'select',
    contract: 'contract',
    quantity: 'count',
    price: 'paise',
    reason: 'inline:exit_reason',
    net: 'result',
    r: 'score',
    held: 'duration',
  },
  'notice.trade_closed.converted': { mode: 'select', contract: 'contract', units: 'count', portal: 'text' },
  'notice.trade_closed.unknown': { mode: 'select', contract: 'contract' },
  'notice.covered': { mode: 'select', contract: 'contract', units: 'count', net: 'result' },
  'notice.day_locked.loss_cap': { mode: 'select' },
  'notice.day_locked.losing_streak': { mode: 'select', losses: 'count' },
  'notice.day_locked.profit_lock': { mode: 'select', peak: 'paise', floor: 'paise' },
  'notice.day_locked.invariant_broken': { broker: 'text' },
  'notice.day_locked.invariant_broken.paper': {},
  'lots.risk_budget': { bought: 'decimal', armed: 'count' },
  'lots.day_cap': { bought: 'decimal', armed: 'count' },
  'lots.cash': { bought: 'decimal', armed: 'count', share: 'ratio' },
  'lots.liquidity': { bought: 'decimal', armed: 'count' },
  'lots.freeze': { bought: 'decimal', armed: 'count' },
  'lots.earlier_loss': { bought: 'decimal', armed: 'count' },
  'lots.second_attempt': { bought: 'decimal', armed: 'count', share: 'ratio' },
  'lots.offers': { bought: 'decimal', armed: 'count' },
}
