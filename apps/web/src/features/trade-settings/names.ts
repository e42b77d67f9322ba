export const INDEX_NAMES = { NIFTY: 'Nifty 50', BANKNIFTY: 'Bank Nifty' } as const
