// @invariant instruction-reduces-risk A user's instruction is for a trade of their own, and only reduces its risk.
import { randomUUID } from 'node:crypto'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { ceilToTick, isTickPrice } from '@strikewise/domain/money/ticks.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import {
  boundsOf,
  type InstructionChannel,
  type InstructionKind,
  type TradeInstruction,
} from '@strikewise/execution/trade/trade-instruction.ts'
import { unitsOf } from '@strikewise/execution/trade/fill.ts'
import { isLive, LIVE_STATES, type HeldTrade, type Trade } from '@strikewise/execution/trade/trade.ts'
import { sql, type Kysely } from 'kysely'
import { DomainError, fieldFailure } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import { fillsOf } from './fills-of.ts'

/** Whose trades an instruction is about, who gives it, and where. */
export interface InstructionGiver {
  readonly userId: string
  readonly by: string
  readonly channel: InstructionChannel
}

/** A committed instruction: the caller's transaction commits it. */
export interface AcceptedInstruction {
  readonly id: string
  readonly at: EpochMs
}

/** What a new price of a stop or target is checked against. */
export interface PriceChecks {
  readonly now: EpochMs
  /** The newest bid of a contract by its token; undefined: none is known, or there are no buyers. */
  readonly bidOf: (token: number) => Paise | undefined
}

/** Exits a trade. Asked again, it returns the first. Throws DomainError `not_found.trade` and `trade_over`. */
export async function exitTrade(
  tx: Kysely<Database>,
  giver: InstructionGiver,
  tradeId: string,
  now: EpochMs,
): Promise<AcceptedInstruction> {
  const { trade, instructions } = await readTrade(tx, giver, tradeId)
  if (!isLive(trade)) throw new DomainError({ code: 'problem.trade_over' })
  return instructions.find(({ kind }) => kind === 'exit') ?? give(tx, giver, { tradeId, kind: 'exit', now })
}

/**
 * Exits all trades of a user that hold a position or may come to. Entries of the account are claimed before this or after its
 * transaction: with a kill switch engaged in it, none is missed.
 */
export async function exitAllTrades(tx: Kysely<Database>, giver: InstructionGiver, now: EpochMs): Promise<string[]> {
  await sql`select lock_account(${giver.userId})`.execute(tx)
  const live = await tx
    .selectFrom('trades')
    .select('id')
    .where('account_id', '=', giver.userId)
    .where('state', 'in', LIVE_STATES)
    .orderBy('created_at')
    .execute()
  for (const { id } of live) await exitTrade(tx, giver, id, now)
  return live.map(({ id }) => id)
}

/**
 * Raises the stop of an open trade to `price`, or to its entry price, up to the tick. `field`: what of the call has the price.
 * Throws DomainError: what the price must be, and what to do instead.
 */
export async function raiseStop(
  tx: Kysely<Database>,
  giver: InstructionGiver,
  tradeId: string,
  { field, price }: { readonly field: string; readonly price: Paise | 'entry' },
  { now, bidOf }: PriceChecks,
): Promise<AcceptedInstruction> {
  const { trade, instructions, stop, target } = await readOpenTrade(tx, giver, tradeId)
  const { contract, entryPrice } = trade
  const trigger = price === 'entry' ? ceilToTick(entryPrice, contract.tickSize) : onTick(trade, field, price)
  const same = instructions.find((one) => one.kind === 'stop' && one.price === trigger)
  if (same !== undefined && trigger >= stop) return same
  if (trigger <= stop) throw new DomainError({ code: 'problem.stop_not_higher.stop', field, stop })
  const bid = bidOf(contract.token)
  if (bid !== undefined && trigger >= bid) throw new DomainError({ code: 'problem.stop_too_high.bid', field, bid })
  if (trigger >= target) throw new DomainError({ code: 'problem.stop_too_high.target', field, target })
  return give(tx, giver, { tradeId, kind: 'stop', price: trigger, now })
}

/** Lowers the target of an open trade to `price`. Throws DomainError: what the price must be, and what to do instead. */
export async function lowerTarget(
  tx: Kysely<Database>,
  giver: InstructionGiver,
  tradeId: string,
  { field, price: asked }: { readonly field: string; readonly price: Paise },
  { now, bidOf }: PriceChecks,
): Promise<AcceptedInstruction> {
  const { trade, instructions, stop, target } = await readOpenTrade(tx, giver, tradeId)
  const price = onTick(trade, field, asked)
  const same = instructions.find((one) => one.kind === 'target' && one.price === price)
  if (same !== undefined && price <= target) return same
  if (price >= target) throw new DomainError({ code: 'problem.target_not_lower.target', field, target })
  const bid = bidOf(trade.contract.token)
  if (bid !== undefined && price <= bid) throw new DomainError({ code: 'problem.target_too_low.bid', field, bid })
  if (price <= stop) throw new DomainError({ code: 'problem.target_too_low.stop', field, stop })
  return give(tx, giver, { tradeId, kind: 'target', price, now })
}

/**
 * Has a part of an open trade sold, so that `keepLots` stay. `field`: what of the call has them. Asked again, it returns the first.
 * Throws DomainError: how many lots there are, and what to do instead.
 */
export async function reduceTrade(
  tx: Kysely<Database>,
  giver: InstructionGiver,
  tradeId: string,
  { field, keepLots }: { readonly field: string; readonly keepLots: number },
  now: EpochMs,
): Promise<AcceptedInstruction> {
  const { trade, instructions, maxUnits } = await readOpenTrade(tx, giver, tradeId)
  const { lotSize } = trade.contract
  const fills = await fillsOf(tx, [tradeId])
  const own = fills.get(tradeId) ?? []
  const lots = Math.floor((unitsOf(own, 'BUY') - unitsOf(own, 'SELL')) / lotSize)
  const units = keepLots * lotSize
  const same = instructions.find((one) => one.kind === 'reduce' && one.units === units)
  if (same !== undefined && units <= maxUnits) return same
  if (lots < 2) throw new DomainError({ code: 'problem.one_lot' })
  if (units >= Math.min(lots * lotSize, maxUnits))
    throw new DomainError({
      code: 'problem.not_fewer_lots.held',
      field,
      lots: Math.min(lots, Math.floor(maxUnits / lotSize)),
    })
  return give(tx, giver, { tradeId, kind: 'reduce', units, now })
}

/** Instructions for the trades `ids`, by trade, oldest first. */
export async function instructionsOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly TradeInstruction[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('trade_instructions')
    .select(['id', 'trade_id', 'kind', 'price_paise', 'units', 'channel', 'at'])
    .where('trade_id', 'in', ids)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(instructionOf), ({ tradeId }) => tradeId)
}

interface Row {
  readonly id: string
  readonly trade_id: string
  readonly kind: InstructionKind
  readonly price_paise: number | null
  readonly units: number | null
  readonly channel: InstructionChannel
  readonly at: number
}

function instructionOf({ id, trade_id, kind, price_paise, units, channel, at }: Row): TradeInstruction {
  const given = { id, tradeId: trade_id, channel, at: at as EpochMs }
  if (kind === 'exit') return { ...given, kind }
  return kind === 'reduce' ? { ...given, kind, units: units! } : { ...given, kind, price: price_paise as Paise }
}

/** A user's trade with the instructions for it. Throws DomainError `not_found.trade`, also for another user's. */
async function readTrade(
  tx: Kysely<Database>,
  { userId }: InstructionGiver,
  tradeId: string,
): Promise<{ trade: Trade; instructions: readonly TradeInstruction[] }> {
  const row = await tx
    .selectFrom('trades')
    .select('body')
    .where('id', '=', tradeId)
    .where('account_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.trade' })
  const instructions = await instructionsOf(tx, [tradeId])
  return { trade: row.body, instructions: instructions.get(tradeId) ?? [] }
}

interface OpenTrade {
  readonly trade: HeldTrade
  readonly instructions: readonly TradeInstruction[]
  /** Where trigger and target belong by the trade and all instructions so far. */
  readonly stop: Paise
  readonly target: Paise
  /** The most units that are held on by all instructions so far; Infinity: all. */
  readonly maxUnits: number
}

async function readOpenTrade(tx: Kysely<Database>, giver: InstructionGiver, tradeId: string): Promise<OpenTrade> {
  const { trade, instructions } = await readTrade(tx, giver, tradeId)
  if (!isLive(trade)) throw new DomainError({ code: 'problem.trade_over' })
  if (trade.state === 'entering') throw new DomainError({ code: 'problem.trade_entering' })
  if (trade.state !== 'open') throw new DomainError({ code: 'problem.trade_exiting' })
  const { minTrigger, maxTarget, keepUnits } = boundsOf(instructions, trade)
  return {
    trade,
    instructions,
    stop: Math.max(trade.trigger, minTrigger ?? 0) as Paise,
    target: Math.min(targetOfTrade(trade), maxTarget ?? Infinity) as Paise,
    maxUnits: keepUnits ?? Infinity,
  }
}

function onTick({ contract: { tickSize } }: Trade, field: string, price: Paise): Paise {
  if (isTickPrice(price, tickSize)) return price
  throw fieldFailure(field, { code: 'field.multiple_of', step: rupeesFromPaise(tickSize) })
}

interface Draft {
  readonly tradeId: string
  readonly kind: InstructionKind
  readonly price?: Paise
  readonly units?: number
  readonly now: EpochMs
}

async function give(
  tx: Kysely<Database>,
  { userId, by, channel }: InstructionGiver,
  { tradeId, kind, price, units, now }: Draft,
): Promise<AcceptedInstruction> {
  const id = randomUUID()
  await tx
    .insertInto('trade_instructions')
    .values({
      id,
      user_id: userId,
      account_id: userId,
      trade_id: tradeId,
      kind,
      price_paise: price ?? null,
      units: units ?? null,
      channel,
      given_by: by,
      at: now,
    })
    .execute()
  return { id, at: now }
}
