/** What paper trading is priced with: the market's own quotes, a simulated market, or it is not offered. */
export const PAPER_DATA = ['live', 'simulated', 'off'] as const
export type PaperData = (typeof PAPER_DATA)[number]
