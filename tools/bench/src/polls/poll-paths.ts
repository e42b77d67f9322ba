/** What a dashboard polls of the market: the chain around the money, which it shows, or the whole of it. */
export const PATHS = {
  indices: '/api/live_indices',
  signals: '/api/signals?symbol=NIFTY',
  near: '/api/option_chain_table?strikes=near',
  all: '/api/option_chain_table?strikes=all',
} as const

export type PollPath = keyof typeof PATHS

/** How often each is asked for by one dashboard, of both lengths of the chain only one. */
export const EVERY_MS: Readonly<Record<PollPath, number>> = { indices: 2000, signals: 1000, near: 1000, all: 1000 }

/** Requests a second of one dashboard. */
export const REQUESTS_PER_USER = 2.5
