import { hash } from 'node:crypto'
import { configHash } from '../registry/config-hash.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'

/** Version of the learning code. A change of any formula raises it; a change of a number below changes `learningHash`. */
export const LEARNING_VERSION = '1.0.0'

/** Every number of the learning layer (signals reference §5). None of them is in the decision's own hash: they decide nothing. */
export const LEARNING = {
  /** How far ahead an agent is judged, how often it is asked, and the least move that counts, in five-minute ATR. */
  label: { aheadMinutes: 15, everyMinutes: 5, leastMoveAtr: 0.1 },
  calibration: { sessions: 60, leastLabels: 300, testSessions: 20, bins: 10 },
  hedge: { eta: 2, alpha: 0.02, caps: { least: 0.05, most: 0.45 } },
  rollback: { brier: 0.25, sessions: 20 },
  /** Signals reference §4. */
  gate: { deflatedSharpe: 0.95, overfitting: 0.2, trades: 200 },
} as const

/** SHA-256 (hex) of the learning code's version, its numbers, and those of the agents and the engine it learns for. */
export function learningHash(): string {
  return hash('sha256', canonicalJson({ LEARNING_VERSION, LEARNING, signals: configHash(SIGNAL_PARAMS) }), 'hex')
}
