import type { Context } from '@opentelemetry/api'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { continuedTrace, type TraceHint } from './traceparent.ts'

/** What the hint of a change carries beside its content. Readers of earlier versions ignore it. */
export interface ChangeHint extends TraceHint {
  /** When it happened, by the product's clock. */
  readonly at: EpochMs
}

/** Where a change that is announced comes from, as far as its hint shows it. */
export interface ChangeOrigin {
  readonly at: EpochMs | undefined
  /** Of a sampled trace alone. */
  readonly trace: Context | undefined
}

/** The origin of the change that a message announces. */
export function originOf(payload: unknown): ChangeOrigin {
  const at = typeof payload === 'object' && payload !== null && 'at' in payload ? Number(payload.at) : Number.NaN
  return { at: Number.isFinite(at) ? (at as EpochMs) : undefined, trace: continuedTrace(payload) }
}
