// @invariant instruction-tightens An instruction of a user only tightens: it never lowers a stop, raises a target, opens
//   or adds.
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { ceilToTick, floorToTick } from '@strikewise/domain/money/ticks.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Trade } from './trade.ts'

/** Where an instruction was given. */
export const INSTRUCTION_CHANNELS = ['web', 'telegram', 'operator'] as const
export type InstructionChannel = (typeof INSTRUCTION_CHANNELS)[number]

export const INSTRUCTION_KINDS = ['exit', 'reduce', 'stop', 'target'] as const
export type InstructionKind = (typeof INSTRUCTION_KINDS)[number]

interface Given {
  readonly id: string
  readonly tradeId: string
  /** Market time. */
  readonly at: EpochMs
  readonly channel: InstructionChannel
}

/**
 * What a user (or an operator for them) may do to a live trade: exit it, sell a part of it, raise its stop, lower its target.
 * It is a bound that only tightens (record 29). `units`: the most that is held on; `price`: the lowest trigger of the stop,
 * or the highest target, a unit.
 */
export type TradeInstruction = Given &
  (
    | { readonly kind: 'exit' }
    | { readonly kind: 'reduce'; readonly units: number }
    | { readonly kind: 'stop' | 'target'; readonly price: Paise }
  )

/** What all instructions for one trade demand together. */
export interface TradeBounds {
  /** The trade is exited for this reason; undefined: no instruction asks for it. */
  readonly exit: 'user_exit' | 'operator_exit' | undefined
  /** The most units to hold on: whole lots, one at least, for no part of a trade ends it. */
  readonly keepUnits: number | undefined
  /** The stop's trigger is never under it. A multiple of the tick. */
  readonly minTrigger: Paise | undefined
  /** The target is never above it. A multiple of the tick. */
  readonly maxTarget: Paise | undefined
}

export const UNBOUNDED: TradeBounds = {
  exit: undefined,
  keepUnits: undefined,
  minTrigger: undefined,
  maxTarget: undefined,
}

/**
 * The bounds that the instructions for `trade` come to, those for other trades left out: the fewest units, the highest of the
 * triggers, the lowest of the targets, and the exit of the first that asks for one. Their order and repetitions change nothing.
 */
export function boundsOf(
  instructions: readonly TradeInstruction[],
  { id, contract }: Pick<Trade, 'id' | 'contract'>,
): TradeBounds {
  const { tickSize, lotSize } = contract
  let bounds = UNBOUNDED
  let first: TradeInstruction | undefined
  for (const instruction of instructions) {
    if (instruction.tradeId !== id) continue
    if (instruction.kind === 'exit') {
      if (first === undefined || isEarlier(instruction, first)) first = instruction
    } else if (instruction.kind === 'reduce') {
      const lots = Math.max(1, Math.floor(instruction.units / lotSize))
      bounds = { ...bounds, keepUnits: Math.min(lots * lotSize, bounds.keepUnits ?? Infinity) }
    } else if (instruction.kind === 'stop') {
      const minTrigger = ceilToTick(Math.max(instruction.price, bounds.minTrigger ?? 0), tickSize)
      bounds = { ...bounds, minTrigger }
    } else {
      const maxTarget = floorToTick(Math.min(instruction.price, bounds.maxTarget ?? Infinity), tickSize)
      bounds = { ...bounds, maxTarget }
    }
  }
  if (first === undefined) return bounds
  return { ...bounds, exit: first.channel === 'operator' ? 'operator_exit' : 'user_exit' }
}

function isEarlier(a: TradeInstruction, b: TradeInstruction): boolean {
  return a.at < b.at || (a.at === b.at && a.id < b.id)
}
