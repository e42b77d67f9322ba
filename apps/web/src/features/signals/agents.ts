import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { SOLD_AGENTS, type SoldAgent } from '@strikewise/domain/plans/policy.ts'

/** What a card calls its agent, and what the agent looks at. */
export const AGENT_LABELS = {
  candle_signal: { name: msg`Candles`, about: msg`Patterns of closed five-minute bars` },
  indicator_signal: { name: msg`Indicators`, about: msg`MACD, VWAP, RSI and trend` },
  option_chain_signal: { name: msg`Option chain`, about: msg`Open interest, put-call ratio, walls` },
  sideways_detector_signal: { name: msg`Sideways detector`, about: msg`Trend or range` },
  market_block_signal: { name: msg`Market block`, about: msg`When no entry is made` },
  fii_dii_signal: { name: msg`FII / DII`, about: msg`Institutional flows of the day` },
  spike_signal: { name: msg`Spike`, about: msg`Sudden moves` },
} satisfies Record<SoldAgent, { name: MessageDescriptor; about: MessageDescriptor }>

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
