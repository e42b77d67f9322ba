import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Regime } from '../registry/definitions/sideways-agent.ts'
import type { AgentInput, AgentSignal, Bias, CodedMessage, Reason, SignalSource, VwapSource } from './signal.ts'

/** +1 up, -1 down, 0 neither. */
export type SignalDirection = 1 | 0 | -1

export const BIAS_OF_DIRECTION = { '1': 'bullish', '0': 'neutral', '-1': 'bearish' } as const

/** What an agent reports, in numbers: enough for the decision engine. Its reasons are made on demand. */
export interface AgentOutput {
  readonly bias: Bias
  /** 0 … 1. */
  readonly strength: number
  /** End of the newest input used; 0: none yet. */
  readonly asOf: EpochMs
}

/** (+1 | -1 | 0) × strength. */
export function signedStrength(reading: AgentOutput): number {
  if (reading.bias === 'bullish') return reading.strength
  return reading.bias === 'bearish' ? -reading.strength : 0
}

/**
 * Bias with hysteresis: enter at |score| >= `enter`, reverse at the opposite `enter`, leave when the score no longer
 * reaches `leave` on its own side (signals reference §1.3).
 */
export function directionAfter(
  previous: SignalDirection,
  score: number,
  enter: number,
  leave: number,
): SignalDirection {
  if (score >= enter) return 1
  if (score <= -enter) return -1
  return previous * score >= leave ? previous : 0
}

/** Limits to [-1, 1]. */
export function clip(x: number): number {
  return x > 1 ? 1 : x < -1 ? -1 : x
}

/** `x / by` clipped; 0 when the divisor is 0 or either is not known. */
export function clippedRatio(x: number, by: number): number {
  return by > 0 && x === x ? clip(x / by) : 0
}

/** What an agent adds to its reading when it is explained. */
export interface AgentExplanation<Code extends string = string, Message extends CodedMessage = CodedMessage> {
  readonly reasons: readonly Reason<Code, Message>[]
  readonly inputs: readonly { readonly input: AgentInput; readonly asOf: EpochMs; readonly count: number }[]
  readonly regime?: Regime
  readonly components?: Readonly<Record<string, number>>
  readonly until?: EpochMs
  readonly vwapSource?: VwapSource
  /** What headlines report, -1 … 1. */
  readonly sentiment?: number
}

export interface SignalContext {
  readonly symbol: IndexSymbol
  readonly source: SignalSource
  readonly version: string
  readonly configHash: string
}

/**
 * A reading and its explanation in the shape of `/signals` (signals reference §2). Stale: bias neutral (blocked for the market
 * block), strength 0, the last reasons kept. Reasons come strongest first.
 */
export function agentSignal(
  reading: AgentOutput,
  explanation: AgentExplanation,
  validUntil: EpochMs,
  stale: boolean,
  context: SignalContext,
): AgentSignal {
  const blocks = reading.bias === 'blocked' || reading.bias === 'unblocked'
  const bias: Bias = stale ? (blocks ? 'blocked' : 'neutral') : reading.bias
  return {
    bias,
    strength: stale ? 0 : reading.strength,
    asOf: istIso(reading.asOf),
    validUntil: istIso(validUntil),
    stale,
    reasons: explanation.reasons.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect)),
    inputs: explanation.inputs.map((input) => ({ ...input, asOf: istIso(input.asOf), source: context.source })),
    version: context.version,
    configHash: context.configHash,
    meta: {
      bias,
      symbol: context.symbol,
      ...(explanation.regime !== undefined && { regime: explanation.regime }),
      ...(explanation.components !== undefined && { components: explanation.components }),
      ...(explanation.vwapSource !== undefined && { vwapSource: explanation.vwapSource }),
      ...(explanation.vwapSource === 'time-weighted' && { degraded: ['vwap'] }),
      ...(explanation.until !== undefined && { until: istIso(explanation.until) }),
      ...(explanation.sentiment !== undefined && { sentiment: explanation.sentiment }),
    },
  }
}

/**
 * Adds the reason that takes what the parts add up to back to the score that counts, so that effects add up: a neutral
 * agent's parts cancel out against the threshold they did not reach.
 */
export function withRemainder<Code extends string, Message extends CodedMessage>(
  reasons: readonly Reason<Code, Message>[],
  signed: number,
  why: Omit<Reason<Code, Message>, 'effect'>,
): Reason<Code, Message>[] {
  const sum = reasons.reduce((total, reason) => total + reason.effect, 0)
  const remainder = signed - sum
  return Math.abs(remainder) < 1e-12 ? [...reasons] : [...reasons, { ...why, effect: remainder }]
}
