import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Regime } from '../registry/definitions/sideways-agent.ts'
import type { AgentName } from '../registry/registry.ts'

/** What an agent concludes. The order is part of the hashed bytes of a decision: append only. */
export const BIASES = ['bullish', 'bearish', 'neutral', 'blocked', 'unblocked'] as const
export type Bias = (typeof BIASES)[number]

/** What an agent reads. */
export const AGENT_INPUTS = ['five_minute_bars', 'one_minute_bars', 'option_chain', 'flows', 'market'] as const
export type AgentInput = (typeof AGENT_INPUTS)[number]

/** Where the market data come from. */
export const SIGNAL_SOURCES = ['live', 'simulated', 'recorded'] as const
export type SignalSource = (typeof SIGNAL_SOURCES)[number]

/** A code and its figures; `packages/messages` has its text in each language. */
export interface CodedMessage {
  readonly code: string
}

/** Why an agent reports what it reports. Effects of a signal's reasons add up to its signed score. */
export interface Reason<Code extends string = string, Message extends CodedMessage = CodedMessage> {
  /** Short and stable, for programs. */
  readonly code: Code
  readonly message: Message
  readonly value?: number
  readonly threshold?: number
  readonly effect: number
}

/** Where the session's average price comes from: weighted by the future's volume, or by time alone where there is none. */
export type VwapSource = 'future' | 'time-weighted'

/** What one agent reports of one index: its wire shape is the specification's, extended (signals reference §2). */
export interface AgentSignal {
  readonly bias: Bias
  /** 0 to 1; the signed score is (+1 | -1 | 0) × strength. */
  readonly strength: number
  /** End of the newest input used, ISO 8601 with +05:30. */
  readonly asOf: string
  readonly validUntil: string
  readonly stale: boolean
  /** Strongest first. */
  readonly reasons: readonly Reason[]
  readonly inputs: readonly {
    readonly input: AgentInput
    readonly asOf: string
    readonly count: number
    readonly source: SignalSource
  }[]
  readonly version: string
  readonly configHash: string
  readonly meta: {
    readonly bias: Bias
    readonly symbol: IndexSymbol
    readonly regime?: Regime
    readonly components?: Readonly<Record<string, number>>
    readonly delayedBy?: number
    /** Of the indicator agent. */
    readonly vwapSource?: VwapSource
    /** Inputs for which something weaker stood in; absent when there is none. */
    readonly degraded?: string[]
    readonly until?: string
    /** What headlines report, -1 … 1; absent under three fresh ones. */
    readonly sentiment?: number
  }
}

/** The signals of one index at one moment, keyed as `/signals` serves them. */
export type SignalSet = Readonly<Record<AgentName, AgentSignal>>
