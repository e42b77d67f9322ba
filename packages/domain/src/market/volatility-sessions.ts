/** Daily volatilities that an IV percentile needs, and of how many it is taken at most: the sessions of a year. */
export const VOLATILITY_SESSIONS = { least: 60, most: 252 } as const
