import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { ExitReasonLabel } from '../labels.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Ms, Ratio, Score } from '@strikewise/domain/text/message-parameters.ts'

/** Notifications of the execution core about a trade or the day. */
export type TradeNotice =
  | {
      readonly code: 'notice.trade_opened'
      readonly mode: 'paper' | 'live'
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly stop: Paise
    }
  | {
      readonly code: 'notice.trade_opened.fewer'
      readonly mode: 'paper' | 'live'
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly stop: Paise
      readonly lots: FewerLotsReason
    }
  | {
      readonly code: 'notice.trade_closed'
      readonly mode: 'paper' | 'live'
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly reason: ExitReasonLabel
      readonly net: Paise
      readonly r: Score
      readonly held: Ms
    }
  | {
      readonly code: 'notice.trade_closed.converted'
      readonly mode: 'paper' | 'live'
      readonly contract: ContractRef
      readonly units: number
      readonly portal: string
    }
  | { readonly code: 'notice.trade_closed.unknown'; readonly mode: 'paper' | 'live'; readonly contract: ContractRef }
  | {
      readonly code: 'notice.covered'
      readonly mode: 'paper' | 'live'
      readonly contract: ContractRef
      readonly units: number
      readonly net: Paise
    }
  | { readonly code: 'notice.day_locked.loss_cap'; readonly mode: 'paper' | 'live' }
  | { readonly code: 'notice.day_locked.losing_streak'; readonly mode: 'paper' | 'live'; readonly losses: number }
  | { readonly code: 'notice.day_locked.invariant_broken'; readonly broker: string }

/** Why fewer lots were bought; part of `notice.trade_opened.fewer`. */
export type FewerLotsReason =
  | { readonly code: 'lots.risk_budget'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.day_cap'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.cash'; readonly bought: number; readonly armed: number; readonly share: Ratio }
  | { readonly code: 'lots.liquidity'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.freeze'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.earlier_loss'; readonly bought: number; readonly armed: number }
  | { readonly code: 'lots.second_attempt'; readonly bought: number; readonly armed: number; readonly share: Ratio }
  | { readonly code: 'lots.offers'; readonly bought: number; readonly armed: number }
