import { type Voter, VOTERS } from '@strikewise/signals/registry/registry.ts'
import { forecastBy, walkedQuality } from '@strikewise/signals/learning/calibration.ts'
import type { ForecastQuality } from '@strikewise/signals/learning/forecast-quality.ts'
import type { DayResult } from '../day/day-result.ts'

/** How well an agent's score predicted the direction of the next 15 minutes, on sessions its map was not fitted on. */
export interface AgentCalibration extends ForecastQuality {
  readonly agent: Voter
}

/** Calibration of each voting agent, both indices together. Agents without labels are left out. */
export function calibrationOf(days: readonly DayResult[]): AgentCalibration[] {
  const sessions = [...Map.groupBy(days, ({ day }) => day)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, of]) => ({ day, samples: of.flatMap(({ samples }) => samples) }))
  return VOTERS.flatMap((agent) => {
    const quality = walkedQuality(sessions, forecastBy(agent))
    return quality === undefined ? [] : [{ agent, ...quality }]
  })
}
