import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RunningAgent } from './guarded-agent.ts'

/** Span of a reading whose input is absent: it speaks for no moment, so the agent is stale and shows its reason. */
export function absentInput(asOf: EpochMs): NonNullable<RunningAgent['span']> {
  return { validUntil: asOf, staleAt: 0 as EpochMs }
}
