/** Where a decision, a trade or a trend points: up buys calls, down buys puts. */
export type Direction = 'up' | 'down'
