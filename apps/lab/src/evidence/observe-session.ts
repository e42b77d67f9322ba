import { signedStrength } from '@strikewise/signals/agents/agent-output.ts'
import { combine } from '@strikewise/signals/decision/combine.ts'
import { IndexBars } from '@strikewise/signals/decision/index-bars.ts'
import { spikeProfile } from '@strikewise/signals/option-chain/spike-profile.ts'
import { HORIZONS, type Observation } from '@strikewise/signals/evidence/observation.ts'
import { SIDEWAYS_AGENT } from '@strikewise/signals/registry/definitions/sideways-agent.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { AGENTS, VOTERS } from '@strikewise/signals/registry/registry.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, msOfIstDay, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

/** Agents whose inputs are bars of the index, shadow agents included. */
const BAR_AGENTS = AGENTS.filter((agent) => agent.reads === 'bars').map(({ name }) => name)
const BAR_VOTERS = BAR_AGENTS.filter((name) => (VOTERS as readonly string[]).includes(name)) as typeof VOTERS
/** Series beside those named like their agents. */
export const SCORE = 'score'
export const SCORE_WITHOUT = 'score without '
/** What is judged: each agent, the score of those that vote, and the score without one of them (ablation). */
export const BAR_SERIES: readonly string[] = [
  ...BAR_AGENTS,
  SCORE,
  ...BAR_VOTERS.map((name) => `${SCORE_WITHOUT}${name}`),
]

interface ObservedSession {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly bars: readonly Candle[]
  /** Bars of the sessions before it: all that may be known, and the newest (see `barsBefore`). */
  readonly known: readonly Candle[]
  readonly settling: readonly Candle[]
}

/** Passes a session's bars to the agents that read bars, and reports what they gave and what the index did next. */
export function observeSession({ symbol, day, bars, known, settling }: ObservedSession): Observation[] {
  const params = SIGNAL_PARAMS
  const session = nseCalendar.sessionOn(day)
  if (session === undefined || session.kind !== 'full' || bars.length === 0) return []
  const index = new IndexBars({
    calendar: nseCalendar,
    params,
    spikeProfile: spikeProfile(nseCalendar, day, known, [], params.spike),
    onCandle: undefined,
  })
  index.warmUp(settling, [])
  index.goLive(day)
  const closes = new Map(bars.map((bar) => [bar.start + MINUTE_MS, bar.close as number]))
  const last = bars.findLast(({ start }) => start < session.indexUntil)!.close
  const observations: Observation[] = []
  for (const bar of bars) {
    index.pushIndex(bar)
    const end = (bar.start + MINUTE_MS) as EpochMs
    if (end % (5 * MINUTE_MS) !== 0 || end >= session.indexUntil) continue
    const signed = BAR_AGENTS.map((name) => {
      const running = index.agents[name]
      return running.isStale(end, index.freshness.poor) ? Number.NaN : signedStrength(running.agent)
    })
    const moves = HORIZONS.map((ahead) => {
      const later =
        ahead === null
          ? last
          : end + ahead * MINUTE_MS > session.indexUntil
            ? undefined
            : closes.get(end + ahead * MINUTE_MS)
      return later === undefined ? Number.NaN : 10_000 * Math.log(later / bar.close)
    })
    observations.push({
      symbol,
      day,
      hour: Math.floor(msOfIstDay(end) / (60 * MINUTE_MS)),
      regime: index.agents[SIDEWAYS_AGENT.name].agent.regime,
      signed: [...signed, scoreOf(signed), ...BAR_VOTERS.map((name) => scoreOf(signed, name))],
      moves,
    })
  }
  return observations
}

/** The score of the voters that read bars, without one of them. */
function scoreOf(signed: readonly number[], without?: string): number {
  const contributions = BAR_VOTERS.filter((name) => name !== without).map((name) => {
    const value = signed[BAR_AGENTS.indexOf(name as (typeof BAR_AGENTS)[number])]!
    const stale = Number.isNaN(value)
    return { weight: SIGNAL_PARAMS.engine.weights[name], signed: stale ? 0 : value, stale }
  })
  const { score, coverage } = combine(contributions)
  return coverage > 0 ? score : Number.NaN
}
