// @invariant learning-deterministic A repeated night of learning gives the same bytes; a decision can be made again
//   under any version.
import { byVoter, VOTERS } from '../registry/registry.ts'
import { SIGNALS_VERSION } from '../registry/params.ts'
import {
  calibrate,
  forecastsOf,
  latestQuality,
  forecastBy,
  type ForecastBySignal,
  type SessionSamples,
} from './calibration.ts'
import { brierOf } from './forecast-quality.ts'
import type { HorizonMoves } from './horizon-moves.ts'
import { earnedWeights } from './earned-weights.ts'
import { learningHash } from './learning-hash.ts'
import { LEARNING, LEARNING_VERSION } from './learning-params.ts'
import { rankEvidence } from './rank-evidence.ts'
import { scoreOf } from './voter-weights.ts'
import type { TrainedWeights, LogEnd } from './weights-artefact.ts'

/** Sessions a night looks at: those measured, and those the maps they are measured by are fitted on. */
export const TRAINING_SESSIONS = LEARNING.calibration.sessions + LEARNING.calibration.testSessions

/** A session that is learned from. */
export interface JudgedSession extends SessionSamples {
  /** What followed each five-minute bar, whether or not it has a label. */
  readonly rows: readonly HorizonMoves[]
}

export interface TrainingSession {
  /** Sessions that are over, oldest first; the last is the one of the night. Only the newest `TRAINING_SESSIONS` are read. */
  readonly sessions: readonly JudgedSession[]
  /** Where these sessions end in the decision log. */
  readonly log: LogEnd
  /** Hash of the version before; null: the weights as written. The new one does not depend on its weights. */
  readonly before: string | null
}

/**
 * What a night learns (signals reference §5): each agent's loss of the day by the map of the sessions before it, its
 * evidence over the sessions, the weights the evidence earns, and new maps. Undefined: the day had no labels, or every
 * agent is shown to be wrong, so that no weights could add up to 1. No clock, no randomness that the sessions do not
 * determine, sums in the order of the sessions: the same night gives the same answer to the bit.
 */
export function trainSession({ sessions: known, log, before }: TrainingSession): TrainedWeights | undefined {
  const sessions = known.slice(-TRAINING_SESSIONS)
  const tonight = sessions.slice(-1)
  const [day] = tonight
  if (day === undefined) return undefined
  const losses = byVoter((agent) => {
    const forecastOf = forecastBy(agent)
    return brierOf(forecastsOf(tonight, forecastOf, calibrate(sessions.slice(0, -1), forecastOf))) ?? null
  })
  if (VOTERS.every((agent) => losses[agent] === null)) return undefined
  const rows = sessions.map((session) => session.rows)
  const evidence = VOTERS.map((_, agent) => rankEvidence(rows, agent))
  const next = earnedWeights(evidence)
  if (next === undefined) return undefined
  const weights = byVoter((_, index) => next[index]!)
  const score: ForecastBySignal = (sample) => scoreOf(sample, weights)
  return {
    version: day.day,
    code: { signals: SIGNALS_VERSION, learning: LEARNING_VERSION, hash: learningHash() },
    data: {
      from: sessions[0]!.day,
      to: day.day,
      sessions: sessions.length,
      labels: sessions.reduce((sum, { samples }) => sum + samples.length, 0),
      log,
    },
    before,
    losses,
    evidence: byVoter((_, index) => evidence[index] ?? null),
    weights,
    maps: byVoter((agent) => calibrate(sessions, forecastBy(agent))),
    scoreMap: calibrate(sessions, score),
    quality: byVoter((agent) => latestQuality(sessions, forecastBy(agent)) ?? null),
    scoreQuality: latestQuality(sessions, score) ?? null,
  }
}
