import { forecastsOf, type SessionSamples } from './calibration.ts'
import { brierOf } from './forecast-quality.ts'
import { LEARNING } from './learning-params.ts'
import { scoreOf } from './voter-weights.ts'
import type { WeightsArtefact } from './weights-artefact.ts'

/** How a version's score has predicted the direction since it decides, by the map it came with. */
export interface LivePerformance {
  /** Sessions with labels, at most the last 20. */
  readonly sessions: number
  readonly labels: number
  /** Null without labels. */
  readonly brier: number | null
}

/** `sessions`: those decided on by this version, oldest first. */
export function livePerformance(
  { scoreMap, weights }: Pick<WeightsArtefact, 'scoreMap' | 'weights'>,
  sessions: readonly SessionSamples[],
): LivePerformance {
  const judged = sessions.filter(({ samples }) => samples.length > 0).slice(-LEARNING.rollback.sessions)
  const forecasts = forecastsOf(judged, (sample) => scoreOf(sample, weights), scoreMap)
  return { sessions: judged.length, labels: forecasts.length, brier: brierOf(forecasts) ?? null }
}

/** Worse than a coin over 20 whole sessions: the version goes (signals reference §5.3). */
export function shouldRollBack({ sessions, brier }: LivePerformance): boolean {
  return sessions >= LEARNING.rollback.sessions && brier !== null && brier > LEARNING.rollback.brier
}
