import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istDateAt, MINUTE_MS, msOfIstDay, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { JudgedDecision } from '../learning/direction-samples.ts'
import { VOTERS } from '../registry/registry.ts'
import { HORIZONS, type Observation } from './observation.ts'

/** How often agents are observed: at the close of each five-minute bar. */
export const OBSERVED_EVERY_MS = 5 * MINUTE_MS

/**
 * What the voting agents gave in the decisions of one index and session, in the order of `VOTERS`, and what the index did
 * next: both levels are the decisions' own, so a reader of the log has the same figures. `indexUntil`: from where on the
 * index is no continuous price.
 */
export function decisionObservations(
  symbol: IndexSymbol,
  decisions: readonly Omit<JudgedDecision, 'atr5'>[],
  indexUntil: EpochMs,
): Observation[] {
  const inSession = decisions.filter(({ barEnd, spot }) => barEnd <= indexUntil && spot > 0)
  const spots = new Map(inSession.map(({ barEnd, spot }) => [barEnd, spot]))
  const close = spots.get(indexUntil)
  return inSession.flatMap(({ barEnd, contributions, spot }): Observation[] => {
    if (barEnd % OBSERVED_EVERY_MS !== 0 || barEnd === indexUntil) return []
    const signed = VOTERS.map((agent) => {
      const contribution = contributions.find((one) => one.agent === agent)
      return contribution === undefined || contribution.stale ? Number.NaN : contribution.signed
    })
    const moves = HORIZONS.map((ahead) => {
      const later = ahead === null ? close : spots.get((barEnd + ahead * MINUTE_MS) as EpochMs)
      return later === undefined ? Number.NaN : 10_000 * Math.log(later / spot)
    })
    const hour = Math.floor(msOfIstDay(barEnd) / (60 * MINUTE_MS))
    return [{ symbol, day: istDateAt(barEnd), hour, regime: null, signed, moves }]
  })
}
