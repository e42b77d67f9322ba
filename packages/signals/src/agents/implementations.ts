import type { AgentExplanation } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import type { ChainMinuteAgent } from './chain-minute-agent.ts'
import { CANDLES } from './candle-signal.ts'
import { DAY_MOMENTUM } from './day-momentum-signal.ts'
import { HOUR_TREND } from './hour-trend-signal.ts'
import { OI_FLOW } from './oi-flow-signal.ts'
import { OPENING_RANGE } from './opening-range-signal.ts'
import { CANDLE_AGENT } from '../registry/definitions/candle-agent.ts'
import { DAY_MOMENTUM_AGENT } from '../registry/definitions/day-momentum-agent.ts'
import type { FlowsReason } from '../registry/definitions/fii-dii-agent.ts'
import { HOUR_TREND_AGENT } from '../registry/definitions/hour-trend-agent.ts'
import { INDICATOR_AGENT } from '../registry/definitions/indicator-agent.ts'
import type { BlockReason } from '../registry/definitions/market-block-agent.ts'
import { OI_FLOW_AGENT } from '../registry/definitions/oi-flow-agent.ts'
import { OPENING_RANGE_AGENT } from '../registry/definitions/opening-range-agent.ts'
import type { ChainReason } from '../registry/definitions/option-chain-agent.ts'
import { SIDEWAYS_AGENT } from '../registry/definitions/sideways-agent.ts'
import { SPIKE_AGENT } from '../registry/definitions/spike-agent.ts'
import { TIME_OF_DAY_AGENT } from '../registry/definitions/time-of-day-agent.ts'
import { VOLATILITY_GAP_AGENT } from '../registry/definitions/volatility-gap-agent.ts'
import type { RunningAgent, AgentFailure } from './guarded-agent.ts'
import { INDICATORS } from './indicator-signal.ts'
import type { Agent } from '../registry/registry.ts'
import { SIDEWAYS } from './sideways-signal.ts'
import { SPIKES } from './spike-signal.ts'
import { TIME_OF_DAY } from './time-of-day-signal.ts'
import { VOLATILITY_GAP } from './volatility-gap-signal.ts'

type BarAgentName = Extract<Agent, { readonly reads: 'bars' }>['name']
type ChainMinuteAgentName = Extract<Agent, { readonly reads: 'minutes_and_chain' }>['name']

/**
 * The code behind the definition of each agent that reads bars. Others are made by their owners: `SymbolPipeline`,
 * `MarketBlockInput`, `LowFrequencyInputs`.
 */
export const IMPLEMENTATIONS = {
  [CANDLE_AGENT.name]: CANDLES,
  [INDICATOR_AGENT.name]: INDICATORS,
  [SIDEWAYS_AGENT.name]: SIDEWAYS,
  [SPIKE_AGENT.name]: SPIKES,
  [DAY_MOMENTUM_AGENT.name]: DAY_MOMENTUM,
  [OPENING_RANGE_AGENT.name]: OPENING_RANGE,
  [HOUR_TREND_AGENT.name]: HOUR_TREND,
  [TIME_OF_DAY_AGENT.name]: TIME_OF_DAY,
} as const satisfies Readonly<Record<BarAgentName, BarAgent<RunningAgent>>>

/** The same of each agent that reads closed minutes with the option chain. */
export const CHAIN_MINUTE_IMPLEMENTATIONS = {
  [OI_FLOW_AGENT.name]: OI_FLOW,
  [VOLATILITY_GAP_AGENT.name]: VOLATILITY_GAP,
} as const satisfies Readonly<Record<ChainMinuteAgentName, ChainMinuteAgent<RunningAgent>>>

type MessageOf<A extends RunningAgent> =
  ReturnType<A['explanation']> extends AgentExplanation<string, infer M> ? M : never
type BarAgentReason = {
  readonly [N in BarAgentName]: MessageOf<ReturnType<(typeof IMPLEMENTATIONS)[N]['make']>>
}[BarAgentName]
type ChainMinuteReason = {
  readonly [N in ChainMinuteAgentName]: MessageOf<ReturnType<(typeof CHAIN_MINUTE_IMPLEMENTATIONS)[N]['make']>>
}[ChainMinuteAgentName]

/** What a reason of any agent reports. */
export type AgentReason = BarAgentReason | ChainMinuteReason | ChainReason | FlowsReason | BlockReason | AgentFailure
