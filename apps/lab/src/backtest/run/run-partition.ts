import { FII_DII_AGENT } from '@strikewise/signals/registry/definitions/fii-dii-agent.ts'
import { OPTION_CHAIN_AGENT } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import { spikeProfile } from '@strikewise/signals/option-chain/spike-profile.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { DayResult } from '../day/day-result.ts'
import { ModelledMarket } from '../day/modelled-market.ts'
import { RecordedMarket } from '../day/recorded-market.ts'
import { runDay, type DayInput } from '../day/run-day.ts'
import { premiumRatios } from '../premiums/premium-ratios.ts'
import { premiumRecords } from '../premiums/premium-records.ts'
import { barsBefore, unpacked, type Partition } from './partition.ts'
import type { BacktestTrial } from './trial.ts'

/** FII and DII figures are in no record that a backtest reads. */
const WITHOUT_FLOWS = [FII_DII_AGENT.name]
/** Modelled open interest follows the price: an agent that reads it would only repeat the others. */
const WITHOUT_CHAIN = [OPTION_CHAIN_AGENT.name, FII_DII_AGENT.name]

/** The sessions of a piece under one trial's parameters, in order. Special sessions only warm up the ones after them. */
export function runPartition(
  piece: Partition,
  trial: BacktestTrial,
  seed: string,
  observed: Pick<DayInput, 'onDecision' | 'variants'> = {},
): DayResult[] {
  const { symbol } = piece
  const sessions = [...piece.warmUp, ...piece.sessions]
  const known = sessions.map(unpacked)
  const days = sessions.map((session) => session.day)
  const results: DayResult[] = []
  for (const [i, { day, level, chain, ticks, traded }] of piece.sessions.entries()) {
    if (!traded) continue
    const at = piece.warmUp.length + i
    const session = nseCalendar.sessionOn(day)
    if (session === undefined || session.kind !== 'full' || session.windows.length !== 1) continue
    const bars = known[at]!
    const before = barsBefore(days, known, at)
    const previousClose = before.settling.at(-1)?.close ?? bars[0]!.open
    const profile = spikeProfile(nseCalendar, day, before.known, [], trial.params.spike)
    const about = { seed, symbol, session, calendar: nseCalendar, bars, previousClose }
    const market =
      chain === undefined ? new ModelledMarket({ ...about, level, ticks }) : new RecordedMarket({ ...about, chain })
    // At the level that would have priced the session, had its chain not been recorded.
    const premiums = chain === undefined ? [] : premiumRatios(premiumRecords(chain, nseCalendar), session, level)
    results.push({
      ...runDay({
        symbol,
        session,
        calendar: nseCalendar,
        bars,
        warmUp: { index: before.settling, future: [], previousClose, spikeProfile: profile },
        market,
        params: trial.params,
        settings: trial.settings,
        ...observed,
        withoutInputs: trial.readsModelledChain || chain !== undefined ? WITHOUT_FLOWS : WITHOUT_CHAIN,
      }),
      premiums,
    })
  }
  return results
}
