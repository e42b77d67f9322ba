import type { CallRecord } from '../model-broker.ts'
import { restOf, type Holding, type OrderLife } from './books.ts'
import { isOut } from './called.ts'
import type { Parts } from './parts.ts'
import { tradedByOrders, unitsOfTrade } from './trade-units.ts'

/** A request younger than this is in flight, whatever becomes of it. */
export const REQUEST_MS = 7_000
/** An accepted exit is in flight this long; then its next step must have been taken. */
export const STEP_MS = 3_000

/** An order or a call of ours that stands behind units of a holding. */
export interface Cover {
  readonly tag: string
  readonly units: number
  /** When it stops counting by the passing of time. */
  readonly until: number
}

const NO_EXITS: readonly OrderLife[] = []

/** What covers a holding at `now`: stops at the exchange, and exits in flight. */
export function coversOf(parts: Parts, holding: Holding, now: number): readonly Cover[] {
  const covers: Cover[] = []
  const add = (tag: string | null, units: number, until: number) => {
    if (until > now) covers.push({ tag: tag!, units, until })
  }
  for (const exit of newestExits(parts, holding, now))
    // The exchange would not have it at that price, or it was taken away by hand: the chase goes on with its next step.
    if (exit.status === 'REJECTED' || isTakenByHand(parts, exit))
      add(exit.tag, exit.quantity - exit.filled, exit.takenAt + STEP_MS)
  for (const order of holding.liveSells) add(order.tag, restOf(order), countsUntil(parts, order, now))
  for (const call of exitsOut(parts, holding, now)) add(call.tag, call.terms!.quantity, call.leftAt + REQUEST_MS)
  return covers
}

/** Units of the holding that its covers stand behind: what covers one trade more than once covers no other. */
export function coveredUnits(parts: Parts, holding: Holding, covers: readonly Cover[]): number {
  let units = 0
  for (const cover of covers) units += cover.units
  if (!mayHaveSeveralTrades(parts, holding)) return units
  let covered = 0
  for (const [tradeId, ofTrade] of byTrade(parts, holding, covers))
    covered += tradeId === undefined ? ofTrade : Math.min(ofTrade, tradedByOrders(parts, holding, tradeId))
  return covered
}

/** The trades that hold more than their own covers stand behind. Empty: which of several that is cannot be known. */
export function uncoveredTrades(parts: Parts, holding: Holding, covers: readonly Cover[]): ReadonlySet<string> {
  const { books, intents } = parts
  const covered = byTrade(parts, holding, covers)
  const uncovered = new Set<string>()
  for (const { isOurs, side, account, tag } of books.ordersOf(holding)) {
    const tradeId = isOurs && side === 'BUY' ? intents.byTag(account, tag!)?.tradeId : undefined
    if (tradeId === undefined || uncovered.has(tradeId)) continue
    if (unitsOfTrade(parts, holding, tradeId) > (covered.get(tradeId) ?? 0)) uncovered.add(tradeId)
  }
  return uncovered
}

function byTrade({ intents }: Parts, { account }: Holding, covers: readonly Cover[]): Map<string | undefined, number> {
  const units = new Map<string | undefined, number>()
  for (const cover of covers) {
    const tradeId = intents.byTag(account, cover.tag)?.tradeId
    units.set(tradeId, (units.get(tradeId) ?? 0) + cover.units)
  }
  return units
}

function mayHaveSeveralTrades({ books }: Parts, holding: Holding): boolean {
  let bought = 0
  for (const { isOurs, side, filled } of books.ordersOf(holding))
    if (isOurs && side === 'BUY' && filled > 0) bought += 1
  return bought > 1
}

/** The calls that may have placed an exit in the contract, which the exchange has not shown yet. */
function* exitsOut({ called }: Parts, holding: Holding, now: number): Iterable<CallRecord> {
  const calls = called.of(holding.account)
  for (let i = calls.length - 1; i >= 0; i -= 1) {
    const call = calls[i]!
    if (call.leftAt <= now - REQUEST_MS) return
    const isExit = call.kind === 'place' && call.side === 'SELL' && call.terms?.kind !== 'SL'
    if (isExit && call.tradingsymbol === holding.tradingsymbol && isOut(call) && !isTaken(holding, call.tag!))
      yield call
  }
}

/** Of each trade in the contract the newest exit, if it is younger than a step. */
function newestExits(parts: Parts, { account, exits }: Holding, now: number): readonly OrderLife[] {
  const last = exits.at(-1)
  if (last === undefined || last.takenAt + STEP_MS <= now) return NO_EXITS
  const newest: OrderLife[] = []
  const seen = new Set<string | undefined>()
  for (let i = exits.length - 1; i >= 0 && exits[i]!.takenAt + STEP_MS > now; i -= 1) {
    const tradeId = parts.intents.byTag(account, exits[i]!.tag!)?.tradeId
    if (!seen.has(tradeId)) newest.push(exits[i]!)
    seen.add(tradeId)
  }
  return newest
}

function isTakenByHand({ called }: Parts, { status, orderId }: OrderLife): boolean {
  return status === 'CANCELLED' && !called.hasCancel(orderId)
}

function isTaken(holding: Holding, tag: string): boolean {
  for (const order of holding.liveSells) if (order.tag === tag) return true
  return false
}

/** Until when an order of ours counts as a stop or as an exit in flight. */
function countsUntil(parts: Parts, order: OrderLife, now: number): number {
  if (order.resting === 'armed') return Number.POSITIVE_INFINITY
  const asked = lastChangeAsked(parts, order, now)
  return Math.max(order.steppedAt + (order.resting === null ? REQUEST_MS : STEP_MS), asked)
}

function lastChangeAsked({ called }: Parts, { account, orderId }: OrderLife, now: number): number {
  const calls = called.of(account)
  for (let i = calls.length - 1; i >= 0; i -= 1) {
    const call = calls[i]!
    if (call.leftAt <= now - REQUEST_MS) break
    if (call.orderId === orderId && isOut(call)) return call.leftAt + REQUEST_MS
  }
  return 0
}
