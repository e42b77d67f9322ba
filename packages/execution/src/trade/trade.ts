// @invariant paper-apart-from-live
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Product } from '@strikewise/domain/instruments/order-terms.ts'
import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Charges } from '@strikewise/domain/charges/charges.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { SizeBound } from '@strikewise/domain/trading/sizing.ts'

/**
 * Why a position is being, or was, exited. `stop_through`: the price was through the stop before it rested;
 * `stop_refused`: it would not rest; `manual`: the user (or the broker) sold it, not we; `user_exit` and `operator_exit`:
 * we sold it because its user, or support, asked for it; `day_cap`, `profit_lock`: a limit of the day was reached.
 */
export type ExitReason =
  | 'stop'
  | 'stop_through'
  | 'stop_refused'
  | 'target'
  | 'time'
  | 'score'
  | 'spike'
  | 'square_off'
  | 'day_cap'
  | 'profit_lock'
  | 'manual'
  | 'user_exit'
  | 'operator_exit'

/**
 * The settings a trade was opened with. They hold for its life: a later change could only be let through where it
 * tightens, and none is, for a stop that moves when a form is saved cannot be explained.
 */
export interface EntrySettings {
  /** Rupees of slack between trigger and limit of the stop, in paise. */
  readonly slBuffer: Paise
  readonly trailing: boolean
  /** Stop distance of the decision before it is clamped to 15–30 % of the fill. */
  readonly stopDistance: Paise
  /** Mid of the decision's quote: the entry never chases more than 1 % above it. Of a manual trade the ticket's limit. */
  readonly firstMid: Paise
}

/** How an entry came to its number of lots. Trades from before this was stored have none. */
export interface Sizing {
  /** Lots the user had set for the symbol, or on the ticket. */
  readonly armedLots: number
  /** What allowed no more lots than were ordered; `user_lots`: nothing, all of them were. */
  readonly boundBy: SizeBound | 'earlier_loss' | 'second_attempt'
}

interface Base {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly mode: LinkMode
  readonly on: IstDate
  /** The decision it was entered for; of a manual trade the ticket. */
  readonly decisionId: string
  /** `manual`: its user asked for it with a ticket. Missing: the engine decided it. */
  readonly origin?: 'manual'
  /** What the deciding logic was registered as when the trade was claimed; missing: a manual trade, or a paper one. */
  readonly algoId?: string
  readonly direction: Direction
  readonly contract: OptionContract
  readonly product: Product
  readonly lots: number
  /** Units asked for: lots × the contract's lot size. */
  readonly quantity: number
  readonly entrySettings: EntrySettings
  readonly createdAt: EpochMs
  /** Units another party sold out of this position. */
  readonly manualExitQuantity: number
  /** Of these, units that were converted to another product: no sale stands behind them. */
  readonly converted?: number
  /** What it would lose if its stop filled at its limit, as computed when it was sized; for all its lots. */
  readonly plannedLoss?: Paise
  readonly sizing?: Sizing
  /** The stop-out this trade is the smaller second attempt after. */
  readonly recoveryOf?: string
}

interface Held {
  readonly enteredAt: EpochMs
  /** Average fill rounded to a paisa: the anchor of stop, target and trail. Money is computed from the fills. */
  readonly entryPrice: Paise
  /** R: the risk a unit the trade was opened with. */
  readonly risk: Paise
  /** Where the stop's trigger belongs. Never falls. */
  readonly trigger: Paise
  /** Best bid seen since entry, as far as it was stored. */
  readonly bestBid: Paise
  /** The target its user lowered it to; missing: that of the rules. Never rises. */
  readonly target?: Paise
  /** Units that were sold for its user while the rest stayed; missing: none. Never falls. */
  readonly reduced?: number
}

/** What a trade earned, from the broker's trades to the paisa. */
export interface TradePnl {
  readonly entryValue: Paise
  readonly exitValue: Paise
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
}

/**
 * What buying back units that were sold short came to, from the broker's trades to the paisa. No part of the trade's own
 * result: a line of its own in the day's.
 */
export interface CoverPnl {
  /** Units sold short and bought back. */
  readonly units: number
  readonly soldValue: Paise
  readonly boughtValue: Paise
  readonly gross: Paise
  readonly charges: Charges
  readonly net: Paise
  /** The first of those sales and the last purchase. */
  readonly soldAt: EpochMs
  readonly boughtAt: EpochMs
}

/** One trade of one account, from the committed intent to enter until nothing of ours is left in the contract. */
export type Trade =
  | (Base & { readonly state: 'entering' })
  | (Base & Held & { readonly state: 'open' })
  | (Base & Held & { readonly state: 'exiting'; readonly exitReason: ExitReason; readonly exitSince: EpochMs })
  | (Base &
      Held & {
        readonly state: 'closed'
        readonly exitReason: ExitReason
        readonly closedAt: EpochMs
        /** Units bought and sold again. */
        readonly traded: number
        /** Null when the day's book was gone before we could read how it ended: shown as not reconciled. */
        readonly result: TradePnl | null
        /** Units sold short in its contract that a purchase of this trade's bought back; missing: none. */
        readonly cover?: CoverPnl
      })
  | (Base & { readonly state: 'abandoned'; readonly abandonedAt: EpochMs; readonly why: string })

/** States of a trade that has a position. */
export const HELD_STATES = ['open', 'exiting'] as const
/** States of a trade that has, or may come to have, a position. */
export const LIVE_STATES = ['entering', ...HELD_STATES] as const

export type HeldTrade = Extract<Trade, { state: (typeof HELD_STATES)[number] }>
export type ClosedTrade = Extract<Trade, { state: 'closed' }>

/** Everything that can move a trade on. */
export type TradeEvent =
  | {
      readonly type: 'filled'
      readonly at: EpochMs
      readonly entryPrice: Paise
      readonly risk: Paise
      readonly trigger: Paise
    }
  | { readonly type: 'given_up'; readonly at: EpochMs; readonly why: string }
  | { readonly type: 'tightened'; readonly trigger: Paise; readonly bestBid: Paise }
  | { readonly type: 'target_lowered'; readonly target: Paise }
  /** `units`: all that were sold so. */
  | { readonly type: 'reduced'; readonly units: number }
  | { readonly type: 'exit_wanted'; readonly at: EpochMs; readonly reason: ExitReason }
  | { readonly type: 'manual_exit'; readonly units: number }
  | { readonly type: 'converted'; readonly units: number }
  | { readonly type: 'flat'; readonly at: EpochMs; readonly traded: number; readonly result: TradePnl | null }
  | { readonly type: 'covered'; readonly cover: CoverPnl }
  | { readonly type: 'recounted'; readonly result: TradePnl }

/** The one place a trade changes state. `undefined`: the event is not legal here, and the caller reports it. */
export function nextTrade(trade: Trade, event: TradeEvent): Trade | undefined {
  switch (event.type) {
    case 'filled':
      // An entry that was abandoned and fills after all is adopted as if it had filled in time.
      if (trade.state !== 'entering' && trade.state !== 'abandoned') return undefined
      return {
        ...baseOf(trade),
        state: 'open',
        enteredAt: event.at,
        entryPrice: event.entryPrice,
        risk: event.risk,
        trigger: event.trigger,
        bestBid: 0 as Paise,
      }
    case 'given_up':
      if (trade.state !== 'entering') return undefined
      return { ...baseOf(trade), state: 'abandoned', abandonedAt: event.at, why: event.why }
    case 'tightened':
      if (trade.state !== 'open' || event.trigger < trade.trigger || event.bestBid < trade.bestBid) return undefined
      return { ...trade, trigger: event.trigger, bestBid: event.bestBid }
    case 'target_lowered':
      if (trade.state !== 'open' || event.target >= (trade.target ?? Infinity)) return undefined
      return { ...trade, target: event.target }
    case 'reduced':
      if (trade.state !== 'open' || event.units <= (trade.reduced ?? 0)) return undefined
      return { ...trade, reduced: event.units }
    case 'exit_wanted':
      if (trade.state !== 'open') return undefined
      return { ...trade, state: 'exiting', exitReason: event.reason, exitSince: event.at }
    case 'manual_exit':
      if ((trade.state !== 'open' && trade.state !== 'exiting') || event.units <= 0) return undefined
      return { ...trade, manualExitQuantity: trade.manualExitQuantity + event.units }
    case 'converted':
      if ((trade.state !== 'open' && trade.state !== 'exiting') || event.units <= 0) return undefined
      return {
        ...trade,
        manualExitQuantity: trade.manualExitQuantity + event.units,
        converted: (trade.converted ?? 0) + event.units,
      }
    case 'covered':
      if (trade.state !== 'closed') return undefined
      return { ...trade, cover: event.cover }
    case 'recounted':
      if (trade.state !== 'closed' || trade.result === null) return undefined
      return { ...trade, result: event.result }
    case 'flat': {
      if (trade.state !== 'exiting') return undefined
      const { exitReason } = trade
      return {
        ...baseOf(trade),
        ...heldOf(trade),
        state: 'closed',
        exitReason,
        closedAt: event.at,
        traded: event.traded,
        result: event.result,
      }
    }
  }
}

/** A trade that has, or may come to have, a position. */
export function isLive(trade: Trade): boolean {
  return (LIVE_STATES as readonly Trade['state'][]).includes(trade.state)
}

/** The trades of one kind of link: paper and live are counted, and summed, apart. */
export function ofMode<T extends { readonly mode: LinkMode }>(trades: readonly T[], mode: LinkMode): T[] {
  return trades.filter((trade) => trade.mode === mode)
}

export function isHeld(trade: Trade): trade is HeldTrade {
  return (HELD_STATES as readonly Trade['state'][]).includes(trade.state)
}

/** Why an entry was abandoned that may have bought all the same. */
const UNANSWERED: ReadonlySet<string> = new Set(['in_doubt', 'never_sent'])

/** Whether the broker never answered the entry: it may have bought, or buy yet. */
export function isUnanswered(trade: Extract<Trade, { state: 'abandoned' }>): boolean {
  return UNANSWERED.has(trade.why)
}

function baseOf(trade: Trade): Base {
  const { id, accountId, userId, mode, on, decisionId, origin, algoId, direction, contract, product } = trade
  const { lots, quantity, entrySettings, createdAt, manualExitQuantity, converted, plannedLoss, sizing, recoveryOf } =
    trade
  return {
    id,
    accountId,
    userId,
    mode,
    on,
    decisionId,
    ...(origin === undefined ? {} : { origin }),
    ...(algoId === undefined ? {} : { algoId }),
    direction,
    contract,
    product,
    lots,
    quantity,
    entrySettings,
    createdAt,
    manualExitQuantity,
    ...(converted === undefined ? {} : { converted }),
    ...(plannedLoss === undefined ? {} : { plannedLoss }),
    ...(sizing === undefined ? {} : { sizing }),
    ...(recoveryOf === undefined ? {} : { recoveryOf }),
  }
}

function heldOf(trade: HeldTrade): Held {
  const { enteredAt, entryPrice, risk, trigger, bestBid, target, reduced } = trade
  return {
    enteredAt,
    entryPrice,
    risk,
    trigger,
    bestBid,
    ...(target === undefined ? {} : { target }),
    ...(reduced === undefined ? {} : { reduced }),
  }
}
