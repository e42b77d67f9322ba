import type { Product, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { GttState } from './gtt-state.ts'
import type { TradeRow } from '../order-types.ts'
import { emptyOrderCallCounts, type OrderCallCounts } from './call-counter.ts'

/** One contract held in one product. Quantities are units; a short one is negative. Values are paise, never rounded away. */
export interface Position {
  readonly contract: OptionContract
  product: Product
  /** Carried from earlier days, signed, with what it cost (always positive). */
  overnightQuantity: number
  overnightValue: Paise
  /** The contract's close of the day before, for carried quantity; 0 when nothing was carried. */
  closePrice: Paise
  dayBuyQuantity: number
  dayBuyValue: Paise
  daySellQuantity: number
  daySellValue: Paise
  /** Cash-settled at expiry: the last price stays at what was paid. */
  settledPrice: Paise | null
}

export interface Trade {
  readonly at: EpochMs
  readonly row: TradeRow
}

/** One step of a position's day: units bought or sold for `value`; both negative where a conversion took them away. */
export interface PositionMove {
  readonly at: EpochMs
  readonly position: Position
  readonly side: OrderSide
  readonly quantity: number
  readonly value: Paise
}

/** One client's money and holdings. A plain object, changed only by `world/`. */
export interface AccountState {
  readonly accountId: string
  /** Position in the order of opening; part of the account's order ids. */
  readonly index: number
  /** Cash with every buy, sale, settlement and charge booked; open orders block part of it. */
  cash: Paise
  /** Pledged shares and funds: margin for short options, never for buying. */
  collateral: Paise
  openingCash: Paise
  paidInToday: Paise
  chargesToday: Paise
  orderCount: number
  tradeCount: number
  readonly calls: OrderCallCounts
  /** Keyed by `positionKey`, in order of first trade. */
  readonly positions: Map<string, Position>
  /** What made today's figures of the positions, oldest first. */
  moves: PositionMove[]
  /** Today's orders by id, in order of placing. */
  orderIds: string[]
  /** Those of them that have not ended, in order of placing. */
  readonly live: Set<string>
  trades: Trade[]
  /** Triggers ever made, and those the broker still shows, by id. */
  gttCount: number
  readonly gtts: Map<number, GttState>
}

export function newAccount(accountId: string, index: number, cash: Paise, collateral: Paise): AccountState {
  return {
    accountId,
    index,
    cash,
    collateral,
    openingCash: cash,
    paidInToday: 0 as Paise,
    chargesToday: 0 as Paise,
    orderCount: 0,
    tradeCount: 0,
    calls: emptyOrderCallCounts(),
    positions: new Map(),
    moves: [],
    orderIds: [],
    live: new Set(),
    trades: [],
    gttCount: 0,
    gtts: new Map(),
  }
}

export function positionKey(tradingsymbol: string, product: Product): string {
  return `${tradingsymbol} ${product}`
}

export function newPosition(contract: OptionContract, product: Product): Position {
  return {
    contract,
    product,
    overnightQuantity: 0,
    overnightValue: 0 as Paise,
    closePrice: 0 as Paise,
    dayBuyQuantity: 0,
    dayBuyValue: 0 as Paise,
    daySellQuantity: 0,
    daySellValue: 0 as Paise,
    settledPrice: null,
  }
}

export function netQuantity(position: Position): number {
  return position.overnightQuantity + position.dayBuyQuantity - position.daySellQuantity
}

/** Books a step of a position's day. The one place where today's figures change. */
export function movePosition(
  account: AccountState,
  position: Position,
  side: OrderSide,
  quantity: number,
  value: Paise,
  at: EpochMs,
): void {
  account.moves.push({ at, position, side, quantity, value })
  addMove(position, side, quantity, value)
}

function addMove(position: Position, side: OrderSide, quantity: number, value: number): void {
  if (side === 'BUY') {
    position.dayBuyQuantity += quantity
    position.dayBuyValue = (position.dayBuyValue + value) as Paise
  } else {
    position.daySellQuantity += quantity
    position.daySellValue = (position.daySellValue + value) as Paise
  }
}

/** The positions as they stood at an earlier instant of the day: what moved since is taken back. */
export function positionsAsOf(account: AccountState, asOf: EpochMs): Position[] {
  const stood = new Map(Array.from(account.positions.values(), (position) => [position, { ...position }]))
  const touched = new Set<Position>()
  for (const { at, position, side, quantity, value } of account.moves) {
    const earlier = stood.get(position)!
    if (at > asOf) addMove(earlier, side, -quantity, 0 - value)
    else touched.add(position)
  }
  return Array.from(stood)
    .filter(([position, { overnightQuantity }]) => overnightQuantity !== 0 || touched.has(position))
    .map(([, earlier]) => earlier)
}
