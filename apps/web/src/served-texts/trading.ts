/** Reasons of the agents. `{0}`, `{1}` … stand for the numbers, in their order: see lib/served-text.ts. */
export const texts: readonly string[] = [
  'Bollinger bands lie inside the Keltner channel: volatility is squeezed.',
  'ADX {0} is {1}; under {2} there is no trend.',
]
