import path from 'node:path'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { closeBefore, readDaily, type DailyRow } from '../backtest/input/daily-rows.ts'
import type { PremiumParameters } from '../backtest/premiums/premium-parameters.ts'
import { premiumRatios, type PremiumRatio } from '../backtest/premiums/premium-ratios.ts'
import { premiumRecords } from '../backtest/premiums/premium-records.ts'
import {
  LEVEL_SESSIONS,
  ordinaryVariance,
  realisedLogs,
  TrailingLevel,
  vixLog,
} from '../backtest/premiums/trailing-level.ts'
import { fitPremiums, smileOn, type PremiumDay } from './fit-premiums.ts'
import { readChains } from './read-records.ts'
import { fitRealised, meanOf, rangeVariance, type SessionMovement } from './realised-forecast.ts'

/** A recorded NIFTY day with the variances of the sessions before it and India VIX at the last close. */
interface RecordedPremiumDay extends PremiumDay {
  readonly variances: readonly number[]
  readonly vixClose: number
}

/** Parameters that one-minute bars imply, those that recorded premiums do at neutral values. */
export function realisedParameters(
  movements: Readonly<Record<IndexSymbol, readonly SessionMovement[]>>,
): PremiumParameters {
  const nifty = fitRealised('NIFTY', movements.NIFTY)
  const bank = fitRealised('BANKNIFTY', movements.BANKNIFTY)
  const byMinutes = meanOf(movements.NIFTY.map(({ variance }) => variance))
  const byRanges = meanOf(movements.NIFTY.map((movement) => movement.rangeVariance))
  return {
    source: `npm run premiums -- --write: one-minute bars of ${movements.NIFTY.length} NIFTY and ${movements.BANKNIFTY.length} BANKNIFTY sessions, NIFTY and India VIX by day, recorded NIFTY chains of the days listed`,
    fittedOn: '',
    days: [],
    realised: { NIFTY: nifty.forecast, BANKNIFTY: bank.forecast },
    rangeScale: byMinutes / byRanges,
    longRun: { NIFTY: nifty.longRun, BANKNIFTY: bank.longRun },
    memory: nifty.memory,
    nightShare: 0,
    fromBars: { constant: 0, realised: 1, vix: 0 },
    fromBarsAndVix: { constant: 0, realised: 1, vix: 0 },
    smile: [],
  }
}

/** Every recorded NIFTY day of a folder that has 20 sessions and India VIX before it. Throws BadFile. */
export async function readPremiumDays(folder: string, realised: PremiumParameters): Promise<RecordedPremiumDay[]> {
  const daily = readDaily(path.join(folder, 'bars/NIFTY_1d.csv'))
  const vix = readDaily(path.join(folder, 'bars/INDIAVIX_1d.csv'))
  const days: RecordedPremiumDay[] = []
  for await (const chain of readChains(path.join(folder, 'chain'), 'NIFTY')) {
    const session = nseCalendar.sessionOn(chain.day)
    const records = premiumRecords(chain, nseCalendar)
    const variances = variancesBefore(daily, chain.day).map((variance) => variance * realised.rangeScale)
    const vixClose = closeBefore(vix, chain.day)
    if (session === undefined || records.length === 0 || variances.length < LEVEL_SESSIONS || vixClose === undefined)
      continue
    const { constant, day, week, month } = realised.realised.NIFTY
    const logs = realisedLogs(variances.map((variance) => variance / ordinaryVariance('NIFTY')))
    const forecast = constant + day * logs.day + week * logs.week + month * logs.month
    days.push({
      day: chain.day,
      session,
      records,
      variances,
      vixClose,
      forecast,
      vix: vixLog(vixClose),
      smile: smileOn(records),
    })
  }
  return days
}

/** Model over record on every day, with parameters fitted on the other days; `readsVix`: the level knows India VIX. */
export function comparePremiums(
  days: readonly RecordedPremiumDay[],
  realised: PremiumParameters,
  readsVix: boolean,
): PremiumRatio[] {
  return days.flatMap((judged) => {
    const others = days.filter(({ day }) => day !== judged.day)
    const parameters = fitPremiums(realised, others)
    const level = new TrailingLevel('NIFTY', parameters)
    for (const variance of judged.variances) level.pushVariance(variance)
    const value = level.valueWith(readsVix ? judged.vixClose : undefined)
    return premiumRatios(judged.records, judged.session, value, parameters)
  })
}

/** The parameters that all days imply, as they are stored. */
export function premiumParameters(
  days: readonly RecordedPremiumDay[],
  realised: PremiumParameters,
  fittedOn: string,
): PremiumParameters {
  const rounded = JSON.stringify({ ...fitPremiums(realised, days), fittedOn }, (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(4)) : value,
  )
  return JSON.parse(rounded) as PremiumParameters
}

function variancesBefore(rows: readonly DailyRow[], day: IstDate): number[] {
  return rows
    .filter((row) => row.day < day)
    .slice(-LEVEL_SESSIONS)
    .map(({ high, low }) => rangeVariance(high, low))
}
