import { type Voter, VOTERS } from '../registry/registry.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { DirectionSample } from './direction-samples.ts'
import { forecastQuality, type Forecast, type ForecastQuality } from './forecast-quality.ts'
import { LEARNING } from './learning-params.ts'
import { fitLogistic, probabilityOf, type Label, type LogisticMap } from './logistic.ts'

/** The labelled minutes of one session, of both indices. */
export interface SessionSamples {
  readonly day: IstDate
  readonly samples: readonly DirectionSample[]
}

/** The one number of a sample that is judged: an agent's, or the score. NaN: nothing was reported. */
export type ForecastBySignal = (sample: DirectionSample) => number

/** What the agent reported. */
export function forecastBy(agent: Voter): ForecastBySignal {
  const index = VOTERS.indexOf(agent)
  return ({ signed }) => signed[index]!
}

/** The map fitted on the last 60 of these sessions; one half of everything under 300 labels (signals reference §5.1). */
export function calibrate(sessions: readonly SessionSamples[], forecastOf: ForecastBySignal): LogisticMap {
  return fitLogistic(labelsIn(sessions.slice(-LEARNING.calibration.sessions), forecastOf))
}

/** What a map reports of these sessions, in their order. */
export function forecastsOf(
  sessions: readonly SessionSamples[],
  forecastOf: ForecastBySignal,
  map: LogisticMap,
): Forecast[] {
  return labelsIn(sessions, forecastOf).map(({ signed, up }) => ({ probability: probabilityOf(map, signed), up }))
}

/** How well the last 20 sessions were predicted by the map fitted on the 60 before them; undefined without a label in them. */
export function latestQuality(
  sessions: readonly SessionSamples[],
  forecastOf: ForecastBySignal,
): ForecastQuality | undefined {
  const from = Math.max(0, sessions.length - LEARNING.calibration.testSessions)
  return forecastQuality(forecastsOf(sessions.slice(from), forecastOf, calibrate(sessions.slice(0, from), forecastOf)))
}

/** The same over a long row of sessions: each block of 20 by the map fitted on the 60 before it. */
export function walkedQuality(
  sessions: readonly SessionSamples[],
  forecastOf: ForecastBySignal,
): ForecastQuality | undefined {
  const { sessions: fit, testSessions } = LEARNING.calibration
  const published: Forecast[] = []
  for (let from = fit; from < sessions.length; from += testSessions)
    published.push(
      ...forecastsOf(
        sessions.slice(from, from + testSessions),
        forecastOf,
        calibrate(sessions.slice(0, from), forecastOf),
      ),
    )
  return forecastQuality(published)
}

function labelsIn(sessions: readonly SessionSamples[], forecastOf: ForecastBySignal): Label[] {
  return sessions.flatMap(({ samples }) =>
    samples.flatMap((sample) => {
      const signed = forecastOf(sample)
      return Number.isNaN(signed) ? [] : [{ signed, up: sample.up }]
    }),
  )
}
