import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { FiledTrial } from '@strikewise/signals/learning/promotion-criteria.ts'
import { candidateHash, type DayRange, type TestResult } from '@strikewise/signals/learning/registered-trial.ts'
import { withWeights } from '@strikewise/signals/learning/voter-weights.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { artefactOf } from '../src/learning/weights-rows.ts'
import { call, type TestUser, type TestWeb } from './harness.ts'

interface Filing {
  readonly web: TestWeb
  readonly operator: TestUser
}

/** A trial of a stored version as `npm run trial -- export` prints it before its test. */
export async function trialOf(web: TestWeb, version: IstDate, test: DayRange, author = 'A. Rao'): Promise<FiledTrial> {
  const { artefact } = await artefactOf(web.store.db, version)
  const candidate = {
    name: 'learned weights',
    author,
    date: version,
    parameters: {},
    weights: JSON.parse(canonicalJson(artefact)) as Record<string, unknown>,
    data: { seen: [{ from: artefact.data.from, to: version }], test },
    test: 'mean_r' as const,
    threshold: 0,
  }
  const config = configHash(withWeights(SIGNAL_PARAMS, artefact))
  return { registration: { hash: candidateHash(candidate), day: version, candidate, config }, result: null }
}

/** The same with a result whose interval begins at `low`. */
export function withResult({ registration }: FiledTrial, low = 0.01): FiledTrial {
  const { hash, config, candidate } = registration
  const result: TestResult = {
    registration: hash,
    config,
    settings: 'ab'.repeat(32),
    period: candidate.data.test,
    sessions: 2,
    missing: 0,
    trades: 240,
    meanR: 0.5,
    interval: { low, high: 0.9 },
    gainInterval: { low: -0.1, high: 0.9 },
    trials: 2,
    deflatedSharpe: 0.99,
    overfitting: 0.1,
    statistic: low,
    threshold: 0,
    success: low > 0,
  }
  return { registration, result }
}

export function fileTrial({ web, operator }: Filing, body: FiledTrial) {
  return call(web, 'POST', '/api/operator/trials', { cookie: operator.cookie, body })
}

/** Files a registration in the evening of the version's day, and after its test a result that succeeded. */
export async function fileSucceededTrial(filing: Filing, version: IstDate, test: DayRange): Promise<void> {
  const trial = await trialOf(filing.web, version, test)
  const evening = { at: istInstant(version, 18), body: trial }
  const after = { at: istInstant(nseCalendar.nextTradingDay(test.to), 8), body: withResult(trial) }
  for (const { at, body } of [evening, after]) {
    filing.web.clock.set(at)
    const { status, text } = await fileTrial(filing, body)
    if (status !== 200) throw new Error(`the trial was refused: ${text}`)
  }
}
