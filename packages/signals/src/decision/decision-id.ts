import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { sha256 } from '@strikewise/domain/hashing/sha256.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** Decision id: one order per account, symbol and id at the most (signals reference §3.1.5). */
export function decisionId(
  symbol: IndexSymbol,
  barEnd: EpochMs,
  direction: Direction | null,
  configHash: string,
): string {
  return sha256(`${symbol}|${barEnd}|${direction ?? 'none'}|${configHash}`).slice(0, 32)
}
