// @invariant promotion-registered Weights are promoted past a trial alone that was filed before its sessions and succeeded.
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { FiledTrial } from '@strikewise/signals/learning/promotion-criteria.ts'
import {
  candidateHash,
  isResultOf,
  type Registration,
  type TestResult,
} from '@strikewise/signals/learning/registered-trial.ts'
import { SHIPPED_REGISTRATIONS } from '@strikewise/signals/learning/shipped-registrations.ts'
import type { WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import type { RegisteredTrial } from '@strikewise/wire/learning.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'

/** Trials that are listed. */
const MAX_TRIALS = 50

interface StoredTrial extends FiledTrial {
  readonly filedAt: EpochMs
}

/**
 * Files a registration before the first session of its test, by this server's clock, or the result of one that was filed.
 * The rows stay: a trial has one result. The same trial filed again changes nothing. Throws a DomainError `trial_refused`.
 */
export async function fileTrial(
  db: Kysely<Database>,
  { registration, result }: FiledTrial,
  by: string,
  now: EpochMs,
): Promise<RegisteredTrial> {
  const { hash, candidate } = registration
  const { from, to } = candidate.data.test
  const today = istDateAt(now)
  if (candidateHash(candidate) !== hash || from > to) throw new DomainError({ code: 'problem.trial_refused' })
  return db.transaction().execute(async (trx) => {
    const known = (await storedTrials(trx)).find((trial) => trial.registration.hash === hash)
    if (known === undefined) {
      if (from <= today) throw new DomainError({ code: 'problem.trial_refused.late', from })
      await trx
        .insertInto('registered_trials')
        .values({ hash, registration: JSON.stringify(registration), filed_by: by, filed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else if (canonicalJson(known.registration) !== canonicalJson(registration))
      throw new DomainError({ code: 'problem.trial_refused' })
    if (result !== null) await fileResult(trx, registration, result, { by, now, today })
    const stored = (await storedTrials(trx)).find((trial) => trial.registration.hash === hash)!
    return trialRow(stored, today)
  })
}

/** Files the candidates that came with the release, under the day of their registration: the release is its witness. */
export async function fileShippedTrials(db: Kysely<Database>, now: EpochMs): Promise<void> {
  const today = istDateAt(now)
  for (const registration of SHIPPED_REGISTRATIONS) {
    if (registration.day > today) continue
    await db
      .insertInto('registered_trials')
      .values({
        hash: registration.hash,
        registration: JSON.stringify(registration),
        filed_by: 'release',
        filed_at: istInstant(registration.day, 18),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function fileResult(
  trx: Kysely<Database>,
  registration: Registration,
  result: TestResult,
  filing: { readonly by: string; readonly now: EpochMs; readonly today: IstDate },
): Promise<void> {
  const { to } = registration.candidate.data.test
  if (filing.today <= to) throw new DomainError({ code: 'problem.trial_refused.early', to })
  if (!isResultOf(result, registration)) throw new DomainError({ code: 'problem.trial_refused' })
  await trx
    .insertInto('registered_trial_results')
    .values({
      registration: registration.hash,
      result: JSON.stringify(result),
      filed_by: filing.by,
      filed_at: filing.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await trx
    .selectFrom('registered_trial_results')
    .select('result')
    .where('registration', '=', registration.hash)
    .executeTakeFirstOrThrow()
  if (canonicalJson(stored.result) !== canonicalJson(result))
    throw new DomainError({ code: 'problem.trial_refused.tested' })
}

/** The trials of a version under this code: of exactly its artefact, with no other parameter. Oldest first. */
export async function trialsOfVersion(
  db: Kysely<Database>,
  artefact: WeightsArtefact,
  configHash: string,
): Promise<FiledTrial[]> {
  const text = canonicalJson(artefact)
  return (await storedTrials(db)).filter(
    ({ registration: { candidate, config } }) =>
      config === configHash &&
      Object.keys(candidate.parameters).length === 0 &&
      candidate.weights !== undefined &&
      canonicalJson(candidate.weights) === text,
  )
}

/** The newest trials as the operator's page shows them. */
export async function registeredTrials(db: Kysely<Database>, now: EpochMs): Promise<RegisteredTrial[]> {
  const today = istDateAt(now)
  return (await storedTrials(db))
    .slice(-MAX_TRIALS)
    .toReversed()
    .map((trial) => trialRow(trial, today))
}

async function storedTrials(db: Kysely<Database>): Promise<StoredTrial[]> {
  const rows = await db
    .selectFrom('registered_trials as trial')
    .leftJoin('registered_trial_results as found', 'found.registration', 'trial.hash')
    .select(['trial.registration', 'trial.filed_at', 'found.result'])
    .orderBy('trial.filed_at')
    .orderBy('trial.hash')
    .execute()
  return rows.map(({ registration, filed_at, result }) => ({ registration, result, filedAt: filed_at as EpochMs }))
}

function trialRow({ registration, result, filedAt }: StoredTrial, today: IstDate): RegisteredTrial {
  const { hash, candidate } = registration
  const { from, to } = candidate.data.test
  const version = candidate.weights?.['version']
  return {
    hash,
    name: candidate.name,
    author: candidate.author,
    date: candidate.date,
    filed: istDateAt(filedAt),
    version: typeof version === 'string' ? (version as IstDate) : null,
    parameters: { ...candidate.parameters },
    test: candidate.test,
    threshold: candidate.threshold,
    test_from: from,
    test_to: to,
    state: stateOf(result, today > to),
    sessions_left: today > to ? 0 : nseCalendar.tradingDaysBetween(addDays(from > today ? from : today, -1), to),
    result:
      result === null
        ? null
        : {
            sessions: result.sessions,
            trades: result.trades,
            mean_r: result.meanR,
            interval: result.interval,
            gain: result.gainInterval,
          },
  }
}

function stateOf(result: TestResult | null, isOver: boolean): RegisteredTrial['state'] {
  if (result === null) return isOver ? 'due' : 'waiting'
  return result.success ? 'succeeded' : 'failed'
}
