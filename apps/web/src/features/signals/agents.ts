import { SOLD_AGENTS, type SoldAgent } from '@strikewise/domain/plans/policy.ts'

/** What a card calls its agent, and what the agent looks at. */
export const AGENT_LABELS = {
  candle_signal: { name: 'Candles', about: 'Patterns of closed five-minute bars' },
  indicator_signal: { name: 'Indicators', about: 'MACD, VWAP, RSI and trend' },
  option_chain_signal: { name: 'Option chain', about: 'Open interest, put-call ratio, walls' },
  sideways_detector_signal: { name: 'Sideways detector', about: 'Trend or range' },
  market_block_signal: { name: 'Market block', about: 'When no entry is made' },
  fii_dii_signal: { name: 'FII / DII', about: 'Institutional flows of the day' },
  spike_signal: { name: 'Spike', about: 'Sudden moves' },
} satisfies Record<SoldAgent, { name: string; about: string }>

/** The five cards of 'Core Agent Signals', in the specification's order. */
export const CORE_AGENTS: readonly SoldAgent[] = [
  'candle_signal',
  'indicator_signal',
  'option_chain_signal',
  'sideways_detector_signal',
  'market_block_signal',
]

/** Agents beyond the five, for the plans that own them. */
export const FURTHER_AGENTS: readonly SoldAgent[] = SOLD_AGENTS.filter((agent) => !CORE_AGENTS.includes(agent))
