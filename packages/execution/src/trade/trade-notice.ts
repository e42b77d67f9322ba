import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { ExitReason } from './trade.ts'

/**
 * What a user is notified of about a trade or the day. `r`: the net result in risks of the trade; `held` in milliseconds, of a
 * trade that was reduced the units that stay.
 */
export type TradeNotice =
  | {
      readonly code: 'notice.trade_opened'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly stop: Paise
    }
  | {
      readonly code: 'notice.trade_opened.fewer'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly stop: Paise
      readonly lots: FewerLotsReason
    }
  | {
      readonly code: 'notice.trade_reduced'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly held: number
    }
  | {
      readonly code: 'notice.trade_closed'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly reason: ExitReason
      readonly net: Paise
      readonly r: number
      readonly held: number
    }
  | {
      readonly code: 'notice.trade_closed.converted'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly units: number
      readonly portal: string
    }
  | { readonly code: 'notice.trade_closed.unknown'; readonly mode: LinkMode; readonly contract: ContractRef }
  | {
      readonly code: 'notice.covered'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly units: number
      readonly net: Paise
    }
  | { readonly code: 'notice.day_locked.loss_cap'; readonly mode: LinkMode }
  | { readonly code: 'notice.day_locked.losing_streak'; readonly mode: LinkMode; readonly losses: number }
  | {
      readonly code: 'notice.day_locked.profit_lock'
      readonly mode: LinkMode
      readonly peak: Paise
      readonly floor: Paise
    }
  | { readonly code: 'notice.day_locked.invariant_broken'; readonly broker: string }
  | { readonly code: 'notice.day_locked.invariant_broken.paper' }

/** Why fewer lots were bought; part of `notice.trade_opened.fewer`. */
export type FewerLotsReason =
  | { readonly code: 'lots.risk_budget'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.day_cap'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.cash'; readonly bought: number; readonly armed: number; readonly share: number }
  | { readonly code: 'lots.liquidity'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.freeze'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.earlier_loss'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.second_attempt'; readonly bought: number; readonly armed: number; readonly share: number }
  | { readonly code: 'lots.offers'; readonly bought: number; readonly armed: number }
