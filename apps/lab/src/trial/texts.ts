import type { Registration, TestResult } from '@strikewise/signals/learning/registered-trial.ts'
import type { TestStatistic } from '@strikewise/signals/learning/test-statistics.ts'
import type { TrialsLogEntry } from '../backtest/trials-log/trials-log-entry.ts'
import { inR, many, number } from '../backtest/report/number-text.ts'

const STATISTICS: Readonly<Record<TestStatistic, string>> = {
  mean_r: 'lower end of the mean result in R a session',
  gain_r: 'lower end of the gain over the product’s own rule in R a session',
  deflated_sharpe: 'deflated Sharpe ratio',
}

/** What was registered, and what it waits for. */
export function registrationText({ hash, day, candidate }: Registration): string {
  const { name, author, data, test, threshold } = candidate
  return [
    hash,
    `  ${name}, by ${author}, registered ${day}`,
    `  test: ${STATISTICS[test]} above ${threshold}, on sessions from ${data.test.from} to ${data.test.to}`,
  ].join('\n')
}

/** The result of a test, each figure with its interval. */
export function resultText(result: TestResult): string {
  const range = (interval: TestResult['interval']) =>
    interval === null ? 'not known of so few sessions' : `${inR(interval.low, 3)} … ${inR(interval.high, 3)}`
  return [
    'SIMULATED: no order was placed, and none of this is a promise.',
    `  ${result.success ? 'The threshold is exceeded' : 'The threshold is not exceeded'}: ${number(result.statistic, 3)} against ${result.threshold}`,
    `  sessions             ${result.sessions} from ${result.period.from} to ${result.period.to}; ${many(result.missing, 'trading day')} without a recording`,
    `  trades               ${result.trades}`,
    `  mean a session       ${inR(result.meanR, 3)}, 95 % confidence sequence ${range(result.interval)}`,
    `  gain on the product  95 % confidence sequence ${range(result.gainInterval)}`,
    `  over-fitting         ${many(result.trials, 'trial')} counted, deflated Sharpe ${number(result.deflatedSharpe)}, PBO ${number(result.overfitting)}`,
  ].join('\n')
}

/** Every registration of the log with its result, and what was refused. */
export function logText(entries: readonly TrialsLogEntry[], today: string): string {
  const results = new Map(
    entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.result.registration, entry.result] as const] : [])),
  )
  const registrations = entries.flatMap((entry) => (entry.kind === 'registration' ? [entry.registration] : []))
  const trials = entries.filter(({ kind }) => kind === 'trial').length
  const refusals = entries.filter(({ kind }) => kind === 'refusal').length
  return [
    ...registrations.map((registration) => {
      const result = results.get(registration.hash)
      const { to } = registration.candidate.data.test
      const state = result
        ? resultText(result)
        : `  ${today > to ? 'ready to be tested' : `waits for the sessions up to ${to}`}`
      return `${registrationText(registration)}\n${state}`
    }),
    `${many(registrations.length, 'registration')}, ${many(trials, 'trial')} counted, ${many(refusals, 'refusal')}`,
  ].join('\n')
}
