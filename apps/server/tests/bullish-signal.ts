import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AgentSignal } from '@strikewise/signals/agents/signal.ts'

interface BullishSignal {
  readonly at: EpochMs
  readonly strength: number
  /** A figure by which the signal can be recognised in an answer. */
  readonly mark: number
  readonly components?: Record<string, number>
}

/** What an agent of Nifty publishes, with one reason. */
export function bullishSignal({ at, strength, mark, components }: BullishSignal): AgentSignal {
  const instant = istIso(at)
  const message = { code: 'indicator.macd', histogram: mark } as const
  return {
    bias: 'bullish',
    strength,
    asOf: instant,
    validUntil: instant,
    stale: false,
    reasons: [{ code: 'macd', message, value: mark, threshold: mark, effect: 0.5 }],
    inputs: [],
    version: '1',
    configHash: 'c',
    meta: { bias: 'bullish', symbol: 'NIFTY', ...(components === undefined ? {} : { components }) },
  }
}
