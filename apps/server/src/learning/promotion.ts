import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { BASELINES } from '@strikewise/signals/learning/baselines.ts'
import {
  championBefore,
  championOn,
  pendingAfter,
  type ChampionChange,
} from '@strikewise/signals/learning/champions.ts'
import {
  firstTestSession,
  promotionConditions,
  registeredCondition,
  type BacktestEvidence,
  type PromotionCondition,
  type PromotionTerms,
} from '@strikewise/signals/learning/promotion-criteria.ts'
import { withWeights } from '@strikewise/signals/learning/voter-weights.ts'
import type { WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { openRegistration } from '../registered-logic/registered-logic.ts'
import type { Database } from '../store/database.ts'
import { nextUnopenedSession } from './effective-session.ts'
import { trialsOfVersion } from './registered-trials.ts'
import { trialCount, trialsBefore } from './trials.ts'
import { artefactOf, championChanges, lockChanges, type StoredArtefact } from './weights-rows.ts'

/** Who changes the weights that decide, when, and in whose words why. */
export interface PromotionDecision {
  readonly by: string
  readonly reason: string
  readonly now: EpochMs
}

/** A change as it was written. */
export interface WrittenChange extends ChampionChange {
  readonly decidedAt: EpochMs
  readonly decidedBy: string | null
  /** The rule's reason; what a person wrote stands in a `legacy.text`. */
  readonly reason: Message
}

/** A stored version. Throws a DomainError `not_found`. */
export async function storedVersion(db: Kysely<Database>, version: IstDate): Promise<StoredArtefact> {
  const row = await db
    .selectFrom('weights_artefacts')
    .select('version')
    .where('version', '=', version)
    .executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.weights', version })
  return artefactOf(db, version)
}

/** The promotion gate's conditions for a version, with the newest evidence and the registered trials that were filed of it. */
export async function promotionConditionsOf(
  db: Kysely<Database>,
  artefact: WeightsArtefact,
): Promise<PromotionCondition[]> {
  const hash = configHash(withWeights(SIGNAL_PARAMS, artefact))
  const firstSession = firstTestSession(artefact, nseCalendar)
  const trials = await trialsOfVersion(db, artefact, hash)
  return [
    ...(await evidenceConditions(db, artefact, { configHash: hash, firstSession })),
    registeredCondition(artefact, trials, firstSession),
  ]
}

async function evidenceConditions(
  db: Kysely<Database>,
  artefact: WeightsArtefact,
  against: Pick<PromotionTerms, 'configHash' | 'firstSession'>,
): Promise<PromotionCondition[]> {
  const filed = await db
    .selectFrom('weights_evidence')
    .select('evidence')
    .where('version', '=', artefact.version)
    .where(trialCount)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (filed === undefined) return promotionConditions(artefact)
  return promotionConditions(artefact, {
    ...against,
    evidence: withBaselineNames(filed.evidence),
    tried: await trialsBefore(db, filed.evidence),
  })
}

/** Evidence filed before baselines had codes names them by words: 'random direction'. */
function withBaselineNames(evidence: BacktestEvidence): BacktestEvidence {
  const baselines = evidence.baselines.map((one) => ({
    ...one,
    name: BASELINES.find((name) => name === one.name.replaceAll(' ', '_')) ?? one.name,
  }))
  return { ...evidence, baselines }
}

/** Files what a backtest found. Rows stay: the newest of a version counts, the others show what was tried. */
export async function fileEvidence(
  db: Kysely<Database>,
  evidence: BacktestEvidence,
  by: string,
  now: EpochMs,
): Promise<PromotionCondition[]> {
  const { artefact } = await storedVersion(db, evidence.version)
  await db
    .insertInto('weights_evidence')
    .values({ version: evidence.version, evidence: JSON.stringify(evidence), filed_by: by, filed_at: now })
    .execute()
  return promotionConditionsOf(db, artefact)
}

/**
 * Lets a version decide from the next session on, and opens the registration of the logic that it makes. Throws a DomainError: `gate_not_met` with every condition that is not,
 * `change_pending`, `already_decides`, `not_found`.
 */
export async function promote(
  db: Kysely<Database>,
  version: IstDate,
  deciding: PromotionDecision & { readonly operators: readonly string[] },
): Promise<WrittenChange> {
  return db.transaction().execute(async (trx) => {
    await lockChanges(trx)
    const { artefact } = await storedVersion(trx, version)
    const changes = await championChanges(trx)
    refuseWhilePending(changes, deciding.now)
    if (championOn(changes, istDateAt(deciding.now)).version === version)
      throw new DomainError({ code: 'problem.already_decides.version', version })
    const gate = await promotionConditionsOf(trx, artefact)
    const unmet = gate.filter(({ met }) => !met)
    if (unmet.length > 0)
      throw new DomainError({
        code: 'problem.gate_not_met',
        version,
        conditions: unmet.map(({ message }) => message),
      })
    const logic = { config_hash: configHash(withWeights(SIGNAL_PARAMS, artefact)), version, now: deciding.now }
    await openRegistration(trx, logic, deciding.operators)
    return write(trx, { kind: 'promoted', version, from: nextUnopenedSession(deciding.now) }, deciding, { gate })
  })
}

/** Returns to what decided before, from the next session on. Throws a DomainError `change_pending`, `already_decides`. */
export async function withdraw(db: Kysely<Database>, deciding: PromotionDecision): Promise<WrittenChange> {
  return db.transaction().execute(async (trx) => {
    await lockChanges(trx)
    const changes = await championChanges(trx)
    refuseWhilePending(changes, deciding.now)
    const before = championBefore(changes)
    if (before === undefined) throw new DomainError({ code: 'problem.already_decides.default' })
    const change: ChampionChange = {
      kind: 'rolled_back',
      version: before.version,
      from: nextUnopenedSession(deciding.now),
    }
    return write(trx, change, deciding, {})
  })
}

function refuseWhilePending(changes: readonly ChampionChange[], now: EpochMs): void {
  const pending = pendingAfter(changes, istDateAt(now))
  if (pending !== undefined) throw new DomainError({ code: 'problem.change_pending', from: pending.from })
}

async function write(
  trx: Kysely<Database>,
  change: ChampionChange,
  { by, reason, now }: PromotionDecision,
  figures: object,
): Promise<WrittenChange> {
  await trx
    .insertInto('weights_changes')
    .values({
      kind: change.kind,
      version: change.version,
      from_day: change.from,
      decided_at: now,
      decided_by: by,
      reason,
      figures: JSON.stringify(figures),
    })
    .execute()
  return { ...change, decidedAt: now, decidedBy: by, reason: { code: 'legacy.text', text: reason } }
}
