import type { ChainReading } from './chain-minute-agent.ts'

/** Whether the chain's snapshot has a strike at the money and a quote that is no older than `ttlMs`. */
export function hasChainQuotes({ atm, snapshotAt, quotedAt }: ChainReading, ttlMs: number): boolean {
  return atm >= 0 && snapshotAt - quotedAt <= ttlMs
}
