/* Names on the trading screens that come with what is served: see lib/served-text.ts. */

const labels = [
  // Bias of an agent.
  ['N/A', 'Bullish', 'Bearish', 'Neutral', 'Blocked', 'Unblocked'],
  ['MACD', 'MACD signal', 'MACD histogram', 'VWAP', 'Time weighted average', 'RSI'],
  // Trades: how one stands.
  ['Open', 'Entering', 'Exiting', 'Closed'],
  // The connection to the trades.
  ['Idle', 'Connecting', 'Live', 'Error', 'Reconnecting...'],
].flat()

export const texts: readonly string[] = labels
