import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'

/** Names as the exchange writes them. */
export const INDEX_NAMES = { NIFTY: 'Nifty 50', BANKNIFTY: 'Bank Nifty' } as const satisfies Record<IndexSymbol, string>
