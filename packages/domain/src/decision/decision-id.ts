import type { IndexSymbol } from '../instruments/contract.ts'
import { sha256 } from '../hashing/sha256.ts'
import type { EpochMs } from '../time/ist.ts'
import type { Direction } from './decision.ts'

/** Decision id: one order per account, symbol and id at the most (signals reference §3.1.5). */
export function decisionId(
  symbol: IndexSymbol,
  barEnd: EpochMs,
  direction: Direction | null,
  configHash: string,
): string {
  return sha256(`${symbol}|${barEnd}|${direction ?? 'none'}|${configHash}`).slice(0, 32)
}
