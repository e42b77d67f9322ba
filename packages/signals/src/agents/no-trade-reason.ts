import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { DecidingAgentName } from '../registry/registry.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { ReasonOf } from '@strikewise/domain/text/message-code.ts'
import type { MinuteOfDay, Ms, Ratio, Score } from '@strikewise/domain/text/message-parameters.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Holiday } from '@strikewise/domain/time/holidays.ts'
import type { SpecialSession } from '@strikewise/domain/time/special-sessions.ts'
import type { EventName } from './event-tables.ts'

/** Why a minute had no trade: entry filters and the engine. */
export type NoTradeReason =
  | { readonly code: 'no_trade.kill_switch'; readonly reason: string }
  | { readonly code: 'no_trade.broker_down'; readonly reason: string }
  | { readonly code: 'no_trade.holiday'; readonly holiday: Holiday }
  | { readonly code: 'no_trade.holiday.closed' }
  | { readonly code: 'no_trade.special_session'; readonly session: SpecialSession; readonly until: EpochMs }
  | { readonly code: 'no_trade.pre_open'; readonly opensAt: EpochMs }
  | { readonly code: 'no_trade.opening_minutes'; readonly until: EpochMs }
  | { readonly code: 'no_trade.gap_open'; readonly gap: Ratio; readonly threshold: Ratio; readonly until: EpochMs }
  | { readonly code: 'no_trade.gap_open.fed'; readonly until: EpochMs }
  | { readonly code: 'no_trade.closing_auction' }
  | { readonly code: 'no_trade.last_entry_time'; readonly from: MinuteOfDay }
  | { readonly code: 'no_trade.expiry_day_cutoff'; readonly from: MinuteOfDay }
  | { readonly code: 'no_trade.scheduled_event'; readonly event: EventName; readonly until: EpochMs }
  | { readonly code: 'no_trade.vix_spike.day'; readonly rise: Ratio; readonly threshold: Ratio }
  | {
      readonly code: 'no_trade.vix_spike.fast'
      readonly rise: Ratio
      readonly threshold: Ratio
      readonly minutes: number
    }
  | { readonly code: 'no_trade.vix_spike.level'; readonly vix: number; readonly limit: number }
  | { readonly code: 'no_trade.mwcb_near'; readonly move: Ratio; readonly threshold: Ratio }
  | { readonly code: 'no_trade.mwcb_halt'; readonly level: Ratio; readonly hitAt: EpochMs }
  | {
      readonly code: 'no_trade.mwcb_halt.until'
      readonly level: Ratio
      readonly hitAt: EpochMs
      readonly until: EpochMs
    }
  | { readonly code: 'no_trade.feed_stale.index'; readonly ageMs: Ms; readonly maxAgeMs: Ms }
  | { readonly code: 'no_trade.feed_stale.index_none' }
  | { readonly code: 'no_trade.feed_stale.future'; readonly ageMs: Ms; readonly maxAgeMs: Ms }
  | { readonly code: 'no_trade.feed_stale.future_none' }
  | { readonly code: 'no_trade.feed_stale.clock'; readonly skewMs: Ms; readonly maxSkewMs: Ms }
  | { readonly code: 'no_trade.chain_stale'; readonly ageMs: Ms; readonly maxAgeMs: Ms }
  | { readonly code: 'no_trade.chain_stale.none' }
  | { readonly code: 'no_trade.missing_minutes'; readonly minutes: number; readonly limit: number }
  | { readonly code: 'no_trade.data_integrity.crossed'; readonly contract: ContractRef }
  | { readonly code: 'no_trade.data_integrity.forward'; readonly off: Ratio; readonly threshold: Ratio }
  | { readonly code: 'no_trade.data_integrity.call'; readonly strike: number }
  | { readonly code: 'no_trade.illiquid'; readonly spread: Ratio; readonly threshold: Ratio }
  | { readonly code: 'no_trade.illiquid.no_quotes' }
  | { readonly code: 'no_trade.starting' }
  | { readonly code: 'no_trade.market_block' }
  | { readonly code: 'no_trade.regime_range' }
  | { readonly code: 'no_trade.spike_pause'; readonly pauseMs: Ms }
  | {
      readonly code: 'no_trade.coverage_low'
      readonly coverage: Ratio
      readonly needed: Ratio
      readonly agents: readonly DecidingAgentName[]
    }
  | { readonly code: 'no_trade.score_low'; readonly score: Score; readonly threshold: Ratio }
  | {
      readonly code: 'no_trade.unconfirmed'
      readonly threshold: Ratio
      readonly minutes: number
      readonly more: number
    }
  | {
      readonly code: 'no_trade.no_agreement'
      readonly agreeing: number
      readonly needed: number
      readonly agents: readonly DecidingAgentName[]
      readonly direction: Direction
    }
  | {
      readonly code: 'no_trade.opposed'
      readonly agent: DecidingAgentName
      readonly score: Score
      readonly limit: Ratio
    }
  | { readonly code: 'no_trade.no_liquid_strike.expiry'; readonly side: OptionSide }
  | { readonly code: 'no_trade.no_liquid_strike.iv'; readonly side: OptionSide; readonly percentile: Ratio }
  | {
      readonly code: 'no_trade.no_liquid_strike.delta'
      readonly side: OptionSide
      readonly deltaMin: Ratio
      readonly deltaMax: Ratio
    }
  | {
      readonly code: 'no_trade.no_liquid_strike'
      readonly side: OptionSide
      readonly reasons: readonly StrikeRefusal[]
    }

/** What kept a contract out; part of `no_trade.no_liquid_strike`. */
export type StrikeRefusal =
  | { readonly code: 'strike.price'; readonly contracts: number; readonly min: Paise; readonly max: Paise }
  | { readonly code: 'strike.spread'; readonly contracts: number }
  | { readonly code: 'strike.quantity'; readonly contracts: number }
  | { readonly code: 'strike.interest'; readonly contracts: number }
  | { readonly code: 'strike.volume'; readonly contracts: number }
  | { readonly code: 'strike.old'; readonly contracts: number; readonly maxAgeMs: Ms }

type Code = NoTradeReason['code']

/** Codes of `M` with the same short code, `vix_spike` of three: which one a rule reports may be decided as it runs. */
type ByReason = { readonly [C in Code as ReasonOf<C>]: Extract<NoTradeReason, { readonly code: C }> }

/** A reason with its short code, which programs and the bytes of a decision know it by. */
export type NoTradeOf<M extends NoTradeReason> = {
  readonly [R in keyof ByReason]: { readonly code: R; readonly message: Extract<M, ByReason[R]> }
}[keyof ByReason]
