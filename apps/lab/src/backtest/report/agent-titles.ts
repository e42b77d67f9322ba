import type { AgentName } from '@strikewise/domain/agents/signal.ts'

/** The agents as headings name them. */
export const AGENT_TITLES: Readonly<Record<AgentName, string>> = {
  candle_signal: 'Candles',
  indicator_signal: 'Indicators',
  option_chain_signal: 'Option chain',
  sideways_detector_signal: 'Sideways detector',
  market_block_signal: 'Market block',
  fii_dii_signal: 'FII and DII',
  spike_signal: 'Spikes',
}
