import type { BarAgent } from './bar-agent.ts'
import { CANDLES } from './candle-signal.ts'
import { DAY_MOMENTUM } from './day-momentum-signal.ts'
import { CANDLE_AGENT } from './definitions/candle-agent.ts'
import type { Explanations } from './definition.ts'
import { DAY_MOMENTUM_AGENT } from './definitions/day-momentum-agent.ts'
import { FII_DII_AGENT } from './definitions/fii-dii-agent.ts'
import { INDICATOR_AGENT } from './definitions/indicator-agent.ts'
import { MARKET_BLOCK_AGENT } from './definitions/market-block-agent.ts'
import { OPTION_CHAIN_AGENT } from './definitions/option-chain-agent.ts'
import { SIDEWAYS_AGENT } from './definitions/sideways-agent.ts'
import { SPIKE_AGENT } from './definitions/spike-agent.ts'
import { FII_DII } from './fii-dii-signal.ts'
import type { Agent as RunningAgent } from './guarded-agent.ts'
import { INDICATORS } from './indicator-signal.ts'
import { MARKET_BLOCK } from './market-block-signal.ts'
import { OPTION_CHAIN } from './option-chain-signal.ts'
import type { Agent } from './registry.ts'
import { SIDEWAYS } from './sideways-signal.ts'
import { SPIKES } from './spike-signal.ts'

/** What an agent of the registry needs beside its definition: its sentences, and how it is fed when it reads bars. */
type Implementation<A extends Agent> = { readonly explanations: Explanations<string> } & (A extends {
  readonly reads: 'bars'
}
  ? BarAgent<RunningAgent>
  : unknown)

/** The code behind each definition. What reads no bars is made by its owner: `SymbolPipeline`, `MarketBlockInput`, `SlowInputs`. */
export const IMPLEMENTATIONS = {
  [CANDLE_AGENT.name]: CANDLES,
  [INDICATOR_AGENT.name]: INDICATORS,
  [OPTION_CHAIN_AGENT.name]: OPTION_CHAIN,
  [SIDEWAYS_AGENT.name]: SIDEWAYS,
  [MARKET_BLOCK_AGENT.name]: MARKET_BLOCK,
  [FII_DII_AGENT.name]: FII_DII,
  [SPIKE_AGENT.name]: SPIKES,
  [DAY_MOMENTUM_AGENT.name]: DAY_MOMENTUM,
} as const satisfies { readonly [A in Agent as A['name']]: Implementation<A> }
