import type { InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { PricePath, ScenarioCommand } from '../price-path.ts'
import type { DeepAnchor } from './deep-history.ts'
import type { OvernightCarry, MarketDayState } from './market-day.ts'
import type { PastSession } from './past-session.ts'
import type { ScenarioState } from './scenario.ts'
import type { SpotState } from './spot-source.ts'

/** Everything a made-up market is at one instant, as plain data that a structured clone keeps whole. */
export interface PathSnapshot {
  readonly now: EpochMs
  readonly nextTick: number
  readonly day: IstDate
  readonly instruments: InstrumentList
  /** Where the session before today ended. */
  readonly carried: OvernightCarry
  readonly past: ReadonlyMap<IstDate, PastSession>
  readonly deepAnchor: DeepAnchor | undefined
  readonly today: MarketDayState
  readonly spot: SpotState
  readonly scenario: ScenarioState
  /** The number of the first act that is not in it. */
  readonly nextAct: number
}

/** What was done to a market besides letting its time pass: without it the same steps would give other prices. */
export type PathAct = { readonly seq: number; readonly at: EpochMs } & (
  | { readonly command: ScenarioCommand }
  | { readonly skippedTo: EpochMs }
)

/** A market that can be left and gone on with: the newest snapshot and the acts since give the same prices again. */
export interface RestorablePath extends PricePath {
  snapshot(): PathSnapshot
  /** Acts that no confirmed snapshot holds, oldest first. */
  readonly acts: readonly PathAct[]
  /** A snapshot is safe: the acts it holds need not be kept. */
  forgetActs(before: number): void
}

/** What to go on with. */
export interface SavedPath {
  readonly snapshot: PathSnapshot
  readonly acts: readonly PathAct[]
}

export function isRestorable(path: PricePath): path is RestorablePath {
  return 'snapshot' in path && 'acts' in path
}
