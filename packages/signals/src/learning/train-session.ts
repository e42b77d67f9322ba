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
import { multiplicativeWeights } from './multiplicative-weights.ts'
import { LEARNING, LEARNING_VERSION, learningHash } from './learning-params.ts'
import { scoreOf, type VoterWeights } from './voter-weights.ts'
import type { TrainedWeights, LogEnd } from './weights-artefact.ts'

/** Sessions a night looks at: those measured, and those the maps they are measured by are fitted on. */
export const TRAINING_SESSIONS = LEARNING.calibration.sessions + LEARNING.calibration.testSessions

export interface TrainingSession {
  /** Sessions that are over, oldest first; the last is the one of the night. Only the newest `TRAINING_SESSIONS` are read. */
  readonly sessions: readonly SessionSamples[]
  /** Where these sessions end in the decision log. */
  readonly log: LogEnd
  /** The weights to go on from, with their artefact's hash; null: the weights as written. */
  readonly before: { readonly hash: string | null; readonly weights: VoterWeights }
}

/**
 * What a night learns (signals reference §5): each agent's loss of the day by the map of the sessions before it, the
 * weights Hedge makes of the losses, and new maps. A day without labels changes nothing: undefined. No clock, no
 * randomness, sums in the order of the sessions: the same night gives the same answer to the bit.
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
  const next = multiplicativeWeights(
    VOTERS.map((agent) => before.weights[agent]),
    VOTERS.map((agent) => losses[agent]),
  )
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
    before: before.hash,
    losses,
    weights,
    maps: byVoter((agent) => calibrate(sessions, forecastBy(agent))),
    scoreMap: calibrate(sessions, score),
    quality: byVoter((agent) => latestQuality(sessions, forecastBy(agent)) ?? null),
    scoreQuality: latestQuality(sessions, score) ?? null,
  }
}
