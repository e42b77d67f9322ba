import { INDEX_TOKENS, type FutureContract, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChain } from '../option-chain/chain.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** What a slot of the quote table is to a pipeline; option legs follow from `FIRST_LEG`, chain after chain. */
export const NO_SLOT = 0
export const INDEX = 1
export const FUTURE = 2
export const VIX = 3
export const BROAD = 4
export const FIRST_LEG = 5

/** Where a pipeline's instruments are in the quote table. */
export interface PipelineSlots {
  /** By slot: NOTHING … BROAD, or FIRST_LEG + leg. */
  readonly roles: Int32Array
  /** Instrument tokens to subscribe to. */
  readonly tokens: readonly number[]
  readonly index: number
  /** -1 without a future. */
  readonly future: number
  /** NIFTY, which the market-wide circuit breaker watches. */
  readonly broad: number
}

/** Gives every instrument of a pipeline its slot. Throws RangeError when the table is full. */
export function pipelineSlots(
  symbol: IndexSymbol,
  future: FutureContract | undefined,
  chains: readonly OptionChain[],
  table: QuoteTable,
): PipelineSlots {
  const roles = new Int32Array(table.capacity)
  const tokens = new Set<number>()
  const take = (token: number, role: number): number => {
    const slot = table.add(token)
    roles[slot] = role
    tokens.add(token)
    return slot
  }
  // NIFTY is its own broad index: the later role is the one that counts.
  const broad = take(INDEX_TOKENS.NIFTY, BROAD)
  take(INDEX_TOKENS.INDIAVIX, VIX)
  const index = take(INDEX_TOKENS[symbol], INDEX)
  const futureSlot = future === undefined ? -1 : take(future.token, FUTURE)
  let role = FIRST_LEG
  for (const chain of chains)
    for (const contract of chain.legs.contracts) {
      if (contract !== undefined) take(contract.token, role)
      role += 1
    }
  return { roles, tokens: [...tokens], index, future: futureSlot, broad }
}
